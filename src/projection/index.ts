export type { Label, LocalProgram, LoopHead, Op } from "./local-program.ts";
