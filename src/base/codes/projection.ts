/** Codes of projection and of the checks that need it. */
export const projectionCodes = {
  "projection/not-yet": {
    summary: "A statement is in the format, but cannot be projected yet.",
    remedy: "Use the statement that the message names meanwhile.",
  },
  "projection/unknown-lifeline": {
    summary: "A local program was asked for a lifeline that the choreography does not declare.",
    remedy: "Use one of the choreography's lifelines.",
  },
  "projection/never-visible": {
    summary:
      "A guard asks for a lifeline of which its owner cannot know anything at that decision, on any path.",
    remedy: "Let a message of that lifeline reach the owner before the decision, or leave the question out.",
  },
  "projection/control-only": {
    summary: "A guard's owner knows of a lifeline that the guard asks for through control messages alone.",
    remedy: "Send the owner a message of its own (it may be empty): control messages move when branches do.",
  },
  "projection/does-not-wait": {
    summary: "An action in an arm does not wait for its decision: its lifeline does the same in both arms.",
    remedy: "Move the action out of the branch, or let a message of the branch's owner come before it.",
  },
} as const;
