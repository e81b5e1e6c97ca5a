/** Codes of runs and actions. */
export const runtimeCodes = {
  "run/loop-bound": {
    summary: "A loop's guard still held when its bound was used up.",
    remedy: "Raise the bound, or let the loop's body change what its guard reads.",
  },
  "run/unset-variable": {
    summary: "A step read a variable that had no value.",
    remedy: "Set the variable on every path before the step; `lightcone validate` shows the path.",
  },
  "run/deadlock": {
    summary: "No lifeline can move and not all have ended.",
    remedy: "Report it with the choreography: programs projected from a checked one never deadlock.",
  },
  "run/inputs": {
    summary: "The inputs of a run are missing, unknown, or do not fit their variables' schemas.",
    remedy: "Give each declared input once, by lifeline and variable.",
  },
  "run/options": {
    summary: "A run was called with an option that it does not have, or whose value has another form.",
    remedy:
      "Call run(choreography, { implementations: [implement(…)], inputs: { Lifeline: { variable: value } } }).",
  },
  "run/schedule": {
    summary: "A schedule asks for an event that cannot happen there.",
    remedy:
      "Record the schedule anew with `lightcone run --record`, with the same choreography and outcomes.",
  },
  "run/too-many-schedules": {
    summary: "An exploration reached its limit before it had visited every schedule.",
    remedy: "Raise the limit, or explore a smaller choreography.",
  },
  "run/cancelled": {
    summary: "The run was cancelled.",
    remedy: "Start it again when you want it to go on.",
  },
  "action/not-implemented": {
    summary: "An action has no implementation.",
    remedy: "Supply it with implement(…) or script(…), or answer it with --script.",
  },
  "action/failed": {
    summary: "An action's implementation threw or rejected, and its retries are used up.",
    remedy: "Look at the cause; raise `retries` where the failure passes by itself.",
  },
  "action/timeout": {
    summary: "An action took longer than its timeout, and its retries are used up.",
    remedy: "Raise the timeout, or make the action listen to its abort signal and end earlier.",
  },
  "action/invalid-result": {
    summary: "An action's result does not fit its signature.",
    remedy: "Return what the action's `out` schema declares.",
  },
} as const;
