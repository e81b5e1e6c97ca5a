export type { Json } from "./base/index.ts";
