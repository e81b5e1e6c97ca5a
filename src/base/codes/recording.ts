/** Codes about recordings. */
export const recordingCodes = {
  "recording/no-header": {
    summary: "A recording does not begin with its header.",
    remedy: 'Begin with a line such as {"format":"lightcone/msc","version":1,"lifelines":["A","B"]}.',
  },
  "recording/format": {
    summary: "A file is of another format, or of a version that is not known here.",
    remedy: 'Give the format that the file has, or convert it; this reader takes "lightcone/msc" version 1.',
  },
  "recording/not-json": {
    summary: "A line is no JSON, as if it had been cut.",
    remedy: "Write one JSON object a line; look for a line that was cut or joined with another.",
  },
  "recording/cut-line": {
    summary: "The last line has no line end and is no JSON: it was cut while being written, and is dropped.",
    remedy: "Nothing is lost but that event; end every line with a line feed.",
  },
  "recording/line-too-long": {
    summary: "A line is longer than 8 MiB.",
    remedy: "Keep large values outside the recording and refer to them.",
  },
  "recording/missing-key": {
    summary: "A line lacks a key that its kind needs.",
    remedy: "Add the key.",
  },
  "recording/invalid-value": {
    summary: "A key has a value of another type than it needs.",
    remedy: "Give a value of the type that the message names.",
  },
  "recording/encoding": {
    summary: "A line has bytes that are no UTF-8.",
    remedy: "Write the file as UTF-8; look for text of another encoding, or for a damaged line.",
  },
  "recording/reads-ahead": {
    summary: "An act says that it read its arguments at an event of its lifeline which is not before it.",
    remedy:
      "Give in `reads` the number of an earlier event of the same lifeline, 0 for before the first, or leave it out.",
  },
  "recording/unknown-kind": {
    summary: "An event is of no known kind.",
    remedy: "Use send, recv, act or choice.",
  },
  "recording/key-of-another-kind": {
    summary: "An event has a key that only events of another kind have.",
    remedy: "Remove the key, or correct the event's kind.",
  },
} as const;
