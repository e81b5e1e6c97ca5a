import type { Nanos } from "../base/index.ts";

const shape = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/**
 * Nanoseconds since the epoch from a decimal string of them or a time of RFC 3339 (digits after the ninth are dropped).
 * Undefined for anything else, and for times before 1970.
 */
export function parseTime(text: string): Nanos | undefined {
  if (/^\d{1,30}$/.test(text)) return BigInt(text).toString() as Nanos; // decimal, no sign, no leading zero
  const parts = shape.exec(text);
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const [fraction = "", sign = "+", hours = "0", minutes = "0"] = parts.slice(7);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!exists || hour > 23 || minute > 59 || second > 60) return undefined;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const seconds = date.getTime() / 1000 + hour * 3600 + (minute - offset) * 60 + second;
  // A leap second ends a month of UTC. The epoch does not count it: it is the first second of the next month.
  if (second === 60 && (seconds % 86400 !== 0 || new Date(seconds * 1000).getUTCDate() !== 1))
    return undefined;
  const nanos = BigInt(seconds) * 1_000_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, "0"));
  return nanos < 0n ? undefined : (nanos.toString() as Nanos); // decimal, no sign, no leading zero
}
