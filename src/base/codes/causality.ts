/** Codes about vector clocks, orders and message sequence charts. */
export const causalityCodes = {
  "clock/arithmetic": {
    summary: "A vector clock was used with `+`, `<` or another arithmetic operator.",
    remedy: "Use join(), tick() and compare().",
  },
  "clock/invalid": {
    summary: "A vector clock has a count that is not a whole number from 0 to 2^53 - 1, or is not an object.",
    remedy: "Give an object from lifeline to count; leave out what was never seen.",
  },
  "msc/lifelines": {
    summary: "The list of lifelines is empty, repeats a name, or has a name that is empty or contains `#`.",
    remedy: "List every lifeline once; `#` separates a lifeline from an event's position.",
  },
  "msc/unknown-lifeline": {
    summary: "An event, a receiver, a clock or a store names a lifeline that is not listed.",
    remedy: "List the lifeline, or correct its name.",
  },
  "msc/duplicate-id": {
    summary: "An event's id is another event's id, or another event's name LIFELINE#K.",
    remedy: "Give every event an id of its own, or none.",
  },
  "msc/reserved-variable": {
    summary: "A variable's name begins with `$`, which stands for metadata of events.",
    remedy: "Rename the variable.",
  },
  "msc/set-and-unset": {
    summary: "One event sets and unsets the same variable.",
    remedy: "Keep the one that says what the variable is after the event.",
  },
  "msc/sent-twice": {
    summary: "Two sends have the same message name.",
    remedy: "Give every message a name of its own.",
  },
  "msc/received-twice": {
    summary: "A message is taken a second time.",
    remedy: "Keep one receive a message; a repeated delivery is no event.",
  },
  "msc/receive-without-send": {
    summary: "A receive has no send in its causal past.",
    remedy: "Write the send before its receive, and give both the same message name.",
  },
  "msc/self-message": {
    summary: "A lifeline sends a message to itself.",
    remedy: "Use an `act`: on one lifeline every event already knows those before it.",
  },
  "msc/wrong-receiver": {
    summary: "A message is taken by another lifeline than the one it was sent to.",
    remedy: "Correct `to` of the send, or the lifeline of the receive.",
  },
  "msc/broadcast": {
    summary: "A send names no receiver although the order comes from messages.",
    remedy: "Name the receiver, or state a clock on every event and `causality: clocks`.",
  },
  "msc/unnamed-message": {
    summary: "A send or a receive names no message although the order comes from messages.",
    remedy: "Give the send and its receive the same `msg`.",
  },
  "msc/too-large": {
    summary: "The number of lifelines times that of events is above 2^26.",
    remedy: "Split the recording, or list only the lifelines that take part.",
  },
  "msc/clock-missing": {
    summary: "An event states no clock although the order comes from clocks.",
    remedy: "State a clock on every event, or leave out `causality: clocks`.",
  },
  "msc/clock-mismatch": {
    summary: "The clock that an event states is not the one that the messages give.",
    remedy: "Correct or drop the clock, or look for a missing or extra event before it.",
  },
  "msc/clock-gap": {
    summary: "The own counts of a lifeline's events are not 1, 2, 3, … without gap or repetition.",
    remedy: "Keep every event of the lifeline, each with its own count.",
  },
  "msc/clock-inconsistent": {
    summary: "A clock counts an event that does not exist, that knows more, or that counts it back.",
    remedy:
      "An event's clock is at least the clock of every event that it counts, and more than it on its own lifeline.",
  },
} as const;
