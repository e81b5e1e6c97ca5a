import type { Lifeline } from "../base/index.ts";
import type { Located } from "./ir.ts";

/** A variable of a lifeline as a key; hostile names stay apart. */
export type VariableKey = string;

/** The key of a variable. */
export function keyOf(on: Lifeline, name: string): VariableKey {
  return JSON.stringify([on, name]);
}

/** What is known of the variables of all lifelines at a point of the program, each along its own projection. */
export interface Assigned {
  /** Surely set. */
  readonly surely: ReadonlySet<VariableKey>;
  /** Set on some path and not on another, with what the other path is. */
  readonly perhaps: ReadonlyMap<VariableKey, string>;
}

/** Before the first step: the inputs. */
export function atStart(inputs: readonly Located[]): Assigned {
  return { surely: new Set(inputs.map(({ on, name }) => keyOf(on, name))), perhaps: new Map() };
}

/** After a step that sets and unsets variables. */
export function after(state: Assigned, set: readonly Located[], unset: readonly Located[]): Assigned {
  if (set.length === 0 && unset.length === 0) return state;
  const surely = new Set(state.surely);
  const perhaps = new Map(state.perhaps);
  for (const { on, name } of unset) {
    surely.delete(keyOf(on, name));
    perhaps.delete(keyOf(on, name));
  }
  for (const { on, name } of set) {
    surely.add(keyOf(on, name));
    perhaps.delete(keyOf(on, name));
  }
  return { surely, perhaps };
}

/** Where two paths meet; `first` and `second` say what each of them is. */
export function meet(a: Assigned, b: Assigned, first: string, second: string): Assigned {
  const surely = new Set([...a.surely].filter((key) => b.surely.has(key)));
  const perhaps = new Map([...a.perhaps, ...b.perhaps]);
  for (const key of a.surely) if (!b.surely.has(key)) perhaps.set(key, b.perhaps.get(key) ?? second);
  for (const key of b.surely) if (!a.surely.has(key)) perhaps.set(key, a.perhaps.get(key) ?? first);
  return { surely, perhaps };
}

/** Without certainty about some variables, for the reason given. */
export function doubting(state: Assigned, keys: Iterable<VariableKey>, why: string): Assigned {
  const surely = new Set(state.surely);
  const perhaps = new Map(state.perhaps);
  for (const key of keys) {
    surely.delete(key);
    if (!perhaps.has(key)) perhaps.set(key, why);
  }
  return { surely, perhaps };
}

/** One of the arms that run concurrently: the state at its end, and the variables that it unsets somewhere. */
export interface ArmEnd {
  readonly end: Assigned;
  readonly unset: ReadonlySet<VariableKey>;
}

/** After arms that all run, in whatever order their steps mix: set is what an arm sets, unless another one may unset it last. */
export function afterAll(start: Assigned, arms: readonly ArmEnd[]): Assigned {
  const surely = new Set([...start.surely, ...arms.flatMap(({ end }) => [...end.surely])]);
  const perhaps = new Map([...start.perhaps, ...arms.flatMap(({ end }) => [...end.perhaps])]);
  for (const key of surely) perhaps.delete(key);
  const lost = arms.flatMap(({ end, unset }) => [...unset].filter((key) => !end.surely.has(key)));
  return doubting({ surely, perhaps }, lost, "when a parallel arm unsets it last");
}
