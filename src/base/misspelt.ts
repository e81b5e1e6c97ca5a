import { callPlace } from "./call-place.ts";
import { LightconeError, type LightconeErrorInput } from "./error.ts";
import { nearest } from "./nearest.ts";

/** What stands for a member that does not exist: harmless to look at, an error where it is used. */
const misspeltKey: unique symbol = Symbol.for("lightcone.misspelt");

/** Members that hosts ask everything for, or that all objects of JavaScript have. */
const asked: ReadonlySet<string> = new Set([
  "then",
  "toJSON",
  ...Object.getOwnPropertyNames(Object.prototype),
]);

/**
 * A record whose members can be misspelt: reading one that it has not gives a stand-in which, when it is called or given to
 * {@link refuseMisspelt}, throws what `describe` says of the name, with the place where it was read and the nearest member.
 */
export function namedMembers<T extends object>(
  members: T,
  describe: (name: string) => Pick<LightconeErrorInput, "code" | "what">,
): T {
  const get = (target: T, name: string | symbol): unknown => {
    const known = typeof name === "symbol" || Object.hasOwn(target, name) || asked.has(name);
    if (known || !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return Reflect.get(target, name);
    return standIn(name, Object.keys(target), describe(name), callPlace(get));
  };
  return new Proxy(members, { get });
}

function standIn(
  name: string,
  members: readonly string[],
  problem: Pick<LightconeErrorInput, "code" | "what">,
  place: ReturnType<typeof callPlace>,
): unknown {
  const fail = (): never => {
    throw new LightconeError({ ...problem, place: place(), suggestion: nearest(name, members) });
  };
  const call = (): never => fail();
  return Object.freeze(Object.defineProperty(call, misspeltKey, { value: fail }));
}

/** Throws when a value is the stand-in of a {@link namedMembers} record. @throws LightconeError as the record describes it. */
export function refuseMisspelt(value: unknown): void {
  if (typeof value !== "function") return;
  const fail: unknown = Object.getOwnPropertyDescriptor(value, misspeltKey)?.value;
  if (typeof fail === "function") fail();
}
