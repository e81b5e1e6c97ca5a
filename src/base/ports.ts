import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "./canonical.ts";
import type { Digest, Nanos } from "./ids.ts";
import type { Json } from "./json.ts";

/** Where time comes from. */
export interface Clock {
  /** Nanoseconds since the epoch; need not be monotonic. */
  readonly now: () => Nanos;
}

/** Where randomness comes from. */
export interface Random {
  /** A whole number from 0 (inclusive) to `bound` (exclusive). */
  readonly below: (bound: number) => number;
}

/** Synchronous SHA-256, so that it can sit below an incremental tree (Web Crypto cannot). */
export interface Hasher {
  readonly sha256: (bytes: Uint8Array) => Digest;
}

/** SHA-256 in JavaScript: runs everywhere, some times slower than the host's own. */
export const jsHasher: Hasher = {
  sha256: (bytes) => bytesToHex(sha256(bytes)) as Digest, // 64 hexadecimal digits by construction
};

/**
 * The salted digest of a value (design, 6.3): without the salt, guessing values tells nothing.
 *
 * @param seed Random bytes of one input; each event that it makes has a salt of its own.
 * @param event The event's number (from 0) among those of the input.
 */
export function saltedDigest(
  value: Json,
  seed: Uint8Array,
  event: number,
  hasher: Hasher = jsHasher,
): Digest {
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, event);
  const salt = hexToBytes(hasher.sha256(concatBytes(seed, number))).subarray(0, 16);
  return hasher.sha256(
    concatBytes(Uint8Array.of(0x05, salt.length), salt, utf8ToBytes(canonicalJson(value))),
  );
}

/** Whether a value stands for a secret one: `{"$secret": digest}`. */
export function isRedacted(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "$secret");
}

/** SHA-256 of the canonical JSON text (RFC 8785) of a value; `deepest` as in {@link canonicalJson}. */
export function digestOf(value: Json, hasher: Hasher = jsHasher, deepest?: number): Digest {
  return hasher.sha256(utf8ToBytes(canonicalJson(value, deepest)));
}

/**
 * A seeded pseudo-random generator (mulberry32): the same seed gives the same numbers on every machine. For schedules
 * and tests, not for secrets.
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return { below: (bound) => Math.floor(next() * bound) };
}
