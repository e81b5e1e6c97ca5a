import { define, type Json, jsonEquals, lookup, type Vars } from "../base/index.ts";
import type { Event } from "./event.ts";

/**
 * The store of a lifeline after one of its events; the same object when nothing changes. Only acts and receives change
 * it, and unsetting an unset variable does nothing.
 */
export function applyEvent(store: Vars, event: Event): Vars {
  if (event.kind === "send" || event.kind === "choice") return store;
  const { set = {}, unset = [] } = event;
  const changed = Object.entries(set).filter(([name, value]) => !holds(store, name, value));
  const removed = unset.filter((name) => Object.hasOwn(store, name));
  if (changed.length === 0 && removed.length === 0) return store;
  const next: { [name: string]: Json } = { ...store };
  for (const name of removed) delete next[name];
  for (const [name, value] of changed) define(next, name, value);
  return next;
}

function holds(store: Vars, name: string, value: Json): boolean {
  const old = lookup(store, name);
  return old !== undefined && jsonEquals(old, value);
}
