export { fileError } from "./file-error.ts";
export { type LoadedModule, loadModule } from "./load-module.ts";
export { readRecording } from "./read-recording.ts";
export { type LineFile, openLineFile } from "./write-recording.ts";
