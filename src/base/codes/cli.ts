/** Codes of the command line, its files and modules. */
export const cliCodes = {
  "cli/usage": {
    summary: "The command line was not understood.",
    remedy: "Look at `lightcone --help`, or at `lightcone COMMAND --help` for one command.",
  },
  "cli/not-yet": {
    summary: "The command line knows this option's value, but this version cannot do it.",
    remedy: "Leave the option out, or use one of the values that the command's help lists.",
  },
  "cli/file": {
    summary: "A file could not be read or written.",
    remedy: "Check the path and the permissions.",
  },
  "cli/would-overwrite": {
    summary: "A recording was to be written over a file that is no recording.",
    remedy: "Choose another name; only an earlier recording, or an empty file, is replaced.",
  },
  "cli/script": {
    summary: "A script of outcomes is not a JSON object from action to values, or names an unknown action.",
    remedy: 'Write `{"Lifeline.action": value}` for the same value always, or a list for values in order.',
  },
  "cli/nothing-selected": {
    summary: "A check selected no event at all, so that it would have held for no reason.",
    remedy: "Name a lifeline that has events, or select other events.",
  },
  "module/not-found": {
    summary: "The choreography module does not exist.",
    remedy: "Give the path of a TypeScript or JavaScript file.",
  },
  "module/load-failed": {
    summary: "The choreography module could not be loaded: it does not parse, or throws while it is loaded.",
    remedy: "Mend the module at the place named.",
  },
  "module/no-choreography": {
    summary: "The module exports no choreography.",
    remedy: "Export what `choreography(…)` returns: `export const review = choreography(…)`.",
  },
  "module/several-choreographies": {
    summary: "The module exports several choreographies.",
    remedy: "Say which: `MODULE#exportName`.",
  },
  "module/provider-failed": {
    summary: "What a module provides for a run could not be made, or not be cleaned up.",
    remedy: "Mend the function given to `provide(…)`, or what it calls.",
  },
  "module/stray-error": {
    summary:
      "The module's code threw where nobody waits for it: in a timer, a listener or a forgotten promise.",
    remedy: "Await every promise, and catch what timers and listeners throw.",
  },
  "internal/unexpected": {
    summary: "Lightcone failed in a way that it did not foresee.",
    remedy: "Report it with the command line; set LIGHTCONE_DEBUG=1 to see where it happened.",
  },
} as const;
