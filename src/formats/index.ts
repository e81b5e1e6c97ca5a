export { type MscReader, mscReader, type ReadOptions, readMscRecording } from "./msc-jsonl.ts";
export { type MscRecordingInput, writeMscRecording } from "./msc-write.ts";
export type { MscRecording, ReadResult, RecordingMeta } from "./recording.ts";
