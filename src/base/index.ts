export { withArticle } from "./article.ts";
export { callPlace, placeOfCall } from "./call-place.ts";
export { canonicalJson, toJson } from "./canonical.ts";
export { type ErrorCode, errorCodes } from "./codes.ts";
export { count } from "./count.ts";
export {
  type Diagnostic,
  type DiagnosticInput,
  diagnostic,
  LightconeError,
  printDiagnostic,
  thrownMessage,
} from "./error.ts";
export type { Brand, Digest, Lifeline, Nanos, StepId } from "./ids.ts";
export {
  compareCodePoints,
  define,
  hasLoneSurrogate,
  type Json,
  jsonEquals,
  lookup,
  type Vars,
} from "./json.ts";
export { assertNever, type Cases } from "./kinds.ts";
export { namedMembers, refuseMisspelt } from "./misspelt.ts";
export { nearest } from "./nearest.ts";
export { type Place, printPlace } from "./place.ts";
export {
  type Clock,
  digestOf,
  type Hasher,
  isRedacted,
  jsHasher,
  type Random,
  saltedDigest,
  seededRandom,
} from "./ports.ts";
export type { Signal } from "./signal.ts";
export { placeOfThrown } from "./stack.ts";
