/** Codes of the area `choreography`. */
export const choreographyCodes = {
  "choreography/unused-formula": {
    summary: "A guard's callback made a formula that is no part of the formula that it returned.",
    remedy:
      "Combine formulas with and(…), or(…) and not(…); `&&`, `||`, `?:` and `if` of the host language drop them.",
  },
  "choreography/formula-as-value": {
    summary: "A formula or a term was converted to a number, string or boolean of the host language.",
    remedy:
      "Compare terms with eq, ne, lt, le, gt and ge; the value is known only when the guard is evaluated.",
  },
  "choreography/not-a-formula": {
    summary: "A guard gave something that is no formula.",
    remedy: "Return a formula made in the guard's scope, such as eq(here.more, true).",
  },
  "choreography/not-a-value": {
    summary: "A value is neither a declared variable nor a JSON constant.",
    remedy: "Give a variable that the lifeline declares (in a guard here.x or at(B).x), or a JSON constant.",
  },
  "choreography/foreign-variable": {
    summary: "A lifeline uses a variable of another one as if it held it.",
    remedy: "Send the value first, or read it in a guard through at(…).",
  },
  "choreography/name": {
    summary:
      "A name that cannot be used: empty, reserved, used twice, with a lone surrogate, or a lifeline's with `#`.",
    remedy:
      "Choose another name; variables and actions of one lifeline share their names, and none begins with `$`.",
  },
  "choreography/misuse": {
    summary: "A statement was given what it cannot record.",
    remedy:
      "Call the statements of `c` synchronously inside the building function, with lifelines, variables and calls as documented.",
  },
  "choreography/duration": {
    summary: "A duration or a number of retries cannot be read.",
    remedy:
      'Give milliseconds as a number, or text such as "500ms", "30s", "2m" or "1h"; retries are a whole number from 0.',
  },
  "choreography/missing-implementation": {
    summary: "An action of a lifeline has no implementation, or an implementation has no action.",
    remedy: "Give implement(…) or script(…) exactly the actions that the lifeline declares.",
  },
  "choreography/script-exhausted": {
    summary: "A scripted action was called more often than there are values.",
    remedy: "Give script(…) one value for each call, in order.",
  },
  "choreography/duplicate-step": {
    summary: "Two steps have the same id.",
    remedy: "Give each step a label of its own, or leave labels out.",
  },
  "choreography/unknown-lifeline": {
    summary: "A step, guard, input or result names a lifeline that the choreography does not list.",
    remedy: "Add the lifeline to `lifelines`, or correct the name.",
  },
  "choreography/unknown-variable": {
    summary: "A step, guard, input or result names a variable that its lifeline does not declare.",
    remedy: "Declare the variable at the lifeline, or correct the name.",
  },
  "choreography/unknown-action": {
    summary: "A step runs an action that its lifeline does not declare.",
    remedy: "Declare the action at the lifeline, or correct the name.",
  },
  "choreography/unknown-predicate": {
    summary:
      "A guard uses a named predicate that the choreography does not declare, or with another number of arguments.",
    remedy: "Declare the predicate with its number of arguments and its version.",
  },
  "choreography/arguments": {
    summary: "An action's arguments are not the declared ones.",
    remedy: "Give each declared argument once, and no other.",
  },
  "choreography/result": {
    summary: "An action's result is not taken as it is declared: one value, fields, or nothing.",
    remedy:
      "Give one variable for a value, variables by field for fields, and none for an action without result.",
  },
  "choreography/self-message": {
    summary: "A lifeline sends a message to itself.",
    remedy: "Use `set` for a local assignment; a lifeline's own order needs no message.",
  },
  "choreography/coregion": {
    summary: "A co-region takes more than one message of the same sender.",
    remedy: "Take one message of each sender, or put the others after the co-region.",
  },
  "choreography/race": {
    summary: "Steps that run concurrently write the same variable of one lifeline.",
    remedy: "Let each write a variable of its own, and combine them after the parallel or co-region.",
  },
  "choreography/racing-read": {
    summary: "A step reads a variable that a parallel arm may write before or after it.",
    remedy: "Copy the variable before the parallel, or read it after the arms have joined.",
  },
  "choreography/arms-apart": {
    summary: "A parallel arm has no lifeline in common with the others.",
    remedy:
      "Write the arm as ordinary steps: sequence is weak, so lifelines without messages between them run concurrently anyway.",
  },
  "choreography/channel": {
    summary: "A message runs on another channel than its place in the program gives it.",
    remedy: "Leave the channels to `lightcone show --format json`; each parallel arm has its own.",
  },
  "choreography/assignment": {
    summary: "One step sets and unsets the same variable.",
    remedy: "Do one of the two, or use two steps.",
  },
  "choreography/recheck": {
    summary: "A recheck names no decision of its owner, or holds steps of another lifeline.",
    remedy: "Name a labelled decision inside the scope, and let its owner alone act in the recheck.",
  },
  "choreography/type": {
    summary: "A value can surely not be held by the variable or argument that it is given to.",
    remedy: "Give a value that the schema accepts, or widen the schema.",
  },
  "choreography/impossible-comparison": {
    summary:
      "A guard compares a variable with a value that its schema does not let it hold, or asks for it in a match.",
    remedy:
      "Compare with a value that the variable can have, or widen its schema; null is a value, and not the same as unset.",
  },
  "choreography/unset": {
    summary: "A variable is read on a path on which nothing has written it.",
    remedy: "Set the variable on every path before the step, or read it only where it has been written.",
  },
  "choreography/unset-in-guard": {
    summary: "A guard reads a variable that may have no value; comparisons with it are then false, `!=` too.",
    remedy: "Set the variable before the decision, or state what holds without it.",
  },
  "choreography/secret": {
    summary: "A guard reads, a message carries, or a result is a variable that is marked secret.",
    remedy: "Decide by, and send, a variable that is not secret; secrets never leave their lifeline.",
  },
  "choreography/constant-guard": {
    summary: "A decision always falls the same way.",
    remedy: "Correct the guard, or write the arm that is taken without a decision.",
  },
  "choreography/subject-not-asked": {
    summary:
      "A decision's arms act on a value of which its guard never asks, though it asks lifelines that have one of that name.",
    remedy: "Compare it: `at(B).x` with `here.x`; or use a verdict that carries its subject, with `covers`.",
  },
  "choreography/same-value": {
    summary: "Both sides of a comparison always have the same value: one is a copy of the other.",
    remedy: "Compare with what the decision is about, not with a copy of the verdict itself.",
  },
  "choreography/shifted-previous": {
    summary: "A guard asks with `Y` for the event before the decision, and that event is a decision too.",
    remedy:
      "Ask with `S` or `P` for what must have happened, or let the owner do something between the two decisions.",
  },
  "choreography/endless-loop": {
    summary: "A loop, once entered, can never be left: nothing in its body can change what its guard reads.",
    remedy:
      "Let the body set a variable of the guard or bring a message to the owner, or give the loop a bound.",
  },
  "choreography/too-deep": {
    summary: "Steps nest deeper than 100 blocks.",
    remedy: "Flatten nested decisions, for example into a loop over a state variable.",
  },
  "choreography/allowance": {
    summary: "A step allows a warning that it does not have.",
    remedy: "Take the code out of the step's `allow`: it would hide the next mistake.",
  },
  "choreography/foreign": {
    summary: "A value is not the JSON of a choreography.",
    remedy: "Pass what `lightcone show --format json` prints as `ir`, of the same version.",
  },
} as const;
