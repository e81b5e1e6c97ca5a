import { type Lifeline, placeOfCall } from "../base/index.ts";
import { readCall } from "./call.ts";
import { hashChoreography } from "./identity.ts";
import type { Assign, LifelineDecl } from "./ir.ts";
import { misuse, type Recorder } from "./recorder.ts";
import { renameBlock } from "./rename.ts";
import type { Statements } from "./statements.ts";

/** The statements that hold a named part: `call` and `scope`. */
export function nesting(
  recorder: Recorder,
  lifelines: readonly LifelineDecl[],
): Pick<Statements, "call" | "scope"> {
  const call: Statements["call"] = (inner, options = {}) => {
    const place = placeOfCall(call);
    const { rename, passed, taken } = readCall(inner, options, lifelines, place);
    const assign = ([on, set]: readonly [Lifeline, Assign]): void =>
      recorder.add({ kind: "assign", lifelines: [on], keys: Object.keys(set) }, {}, place, ({ step }) => ({
        kind: "assign",
        step,
        on,
        set,
        unset: [],
      }));
    passed.forEach(assign);
    const signature = { kind: "sub", lifelines: Object.values(rename), action: inner.ir.name };
    recorder.add(signature, options, place, ({ step, channel }) => ({
      kind: "sub",
      step,
      name: inner.ir.name,
      choreography: hashChoreography(inner.ir),
      rename,
      body: renameBlock(inner.ir.body, {
        lifelines: rename,
        prefix: `${step}/body/`,
        channel,
        renamed: (old, made) => recorder.locate(made, inner.sources[old] ?? place, inner.allowed?.[old]),
      }),
    }));
    taken.forEach(assign);
  };
  const scope: Statements["scope"] = (name, body, options = {}) => {
    const place = placeOfCall(scope);
    if (name === "") throw misuse("a scope needs a name", place);
    recorder.add({ kind: "scope", lifelines: [], action: name }, options, place, ({ step, inside }) => ({
      kind: "scope",
      step,
      name,
      body: inside("body", body),
    }));
  };
  return { call, scope };
}
