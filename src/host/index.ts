export { type LoadedModule, loadModule } from "./load-module.ts";
export { fileError, readLines } from "./read-lines.ts";
export { readRecording } from "./read-recording.ts";
export { type LineFile, openLineFile } from "./write-recording.ts";
