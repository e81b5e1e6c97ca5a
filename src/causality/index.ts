export type { ActEvent, ChoiceEvent, Event, EventIndex, EventKind, RecvEvent, SendEvent } from "./event.ts";
export { compareStamps, nextStamp, receiveStamp, type Stamp, zeroStamp } from "./hybrid-time.ts";
export type { Cut, Msc } from "./msc.ts";
