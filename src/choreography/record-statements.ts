import {
  type Json,
  type Lifeline,
  LightconeError,
  lookup,
  nearest,
  type Place,
  placeOfCall,
} from "../base/index.ts";
import { type Formula, type Participant, participantKey, variableIn } from "../cpl/index.ts";
import { channels } from "./channels.ts";
import { recordGuard } from "./guard.ts";
import type { Binding, Block, LifelineDecl } from "./ir.ts";
import { callIn } from "./lifeline.ts";
import { callTaken } from "./open-calls.ts";
import { nesting } from "./record-call.ts";
import { misuse, type Recorder, type StatementOptions } from "./recorder.ts";
import { listedValues } from "./schema.ts";
import { assignOf } from "./source.ts";
import type { Statements } from "./statements.ts";

/** The statements of one choreography, each adding a step to the recorder. */
export function recordingStatements(recorder: Recorder, lifelines: readonly LifelineDecl[]): Statements {
  return Object.freeze({
    send: sending(recorder),
    act: acting(recorder),
    ...assigning(recorder),
    ...decisions(recorder, lifelines),
    ...concurrency(recorder),
    ...nesting(recorder, lifelines),
  });
}

function sending(recorder: Recorder): Statements["send"] {
  const send: Statements["send"] = (sender, receiver, payload = {}, options = {}) => {
    const place = placeOfCall(send);
    const from = nameOf(sender, place);
    const to = nameOf(receiver, place);
    const signature = { kind: "message", lifelines: [from, to], keys: Object.keys(payload) };
    recorder.add(signature, options, place, ({ step, channel }) => ({
      kind: "message",
      step,
      from,
      to,
      channel,
      payload: assignOf(payload, from, place),
    }));
  };
  return send;
}

function acting(recorder: Recorder): Statements["act"] {
  // The three forms of `act` differ in where the call stands; what is read from unknown values is checked here.
  const act = (...given: readonly unknown[]): void => {
    const place = placeOfCall(act);
    const at = callIn(given[0]) === undefined ? 1 : 0;
    const call = callIn(given[at]);
    if (call === undefined) throw misuse("act was given no call of an action", place);
    callTaken(given[at]);
    const { on, action } = call;
    const options = (given[at + 1] ?? {}) as StatementOptions; // last in each form
    const signature = { kind: "act", lifelines: [on], action, keys: Object.keys(call.args) };
    recorder.add(signature, options, place, ({ step }) => ({
      kind: "act",
      step,
      on,
      action,
      args: assignOf(call.args, on, place),
      out: at === 0 ? { kind: "none" } : bindingOf(given[0], on, place),
      mode: "repeat",
    }));
  };
  return act;
}

function assigning(recorder: Recorder): Pick<Statements, "set" | "unset"> {
  const set: Statements["set"] = (lifeline, values, options = {}) => {
    const place = placeOfCall(set);
    const on = nameOf(lifeline, place);
    recorder.add(
      { kind: "assign", lifelines: [on], keys: Object.keys(values) },
      options,
      place,
      ({ step }) => ({
        kind: "assign",
        step,
        on,
        set: assignOf(values, on, place),
        unset: [],
      }),
    );
  };
  const unset: Statements["unset"] = (lifeline, names, options = {}) => {
    const place = placeOfCall(unset);
    const on = nameOf(lifeline, place);
    const signature = { kind: "assign", lifelines: [on], keys: [], unset: names };
    recorder.add(signature, options, place, ({ step }) => ({
      kind: "assign",
      step,
      on,
      set: {},
      unset: [...names],
    }));
  };
  return { set, unset };
}

function decisions(
  recorder: Recorder,
  lifelines: readonly LifelineDecl[],
): Pick<Statements, "branch" | "loop" | "match"> {
  const branch: Statements["branch"] = (lifeline, guard, arms, options = {}) => {
    const place = placeOfCall(branch);
    const owner = nameOf(lifeline, place);
    const formula = recordGuard(lifeline, guard, lifelines, place);
    addBranch(recorder, { owner, guard: formula, place, options }, arms.then, arms.else);
  };
  const loop: Statements["loop"] = (lifeline, guard, parts, options = {}) => {
    const place = placeOfCall(loop);
    const owner = nameOf(lifeline, place);
    const formula = recordGuard(lifeline, guard, lifelines, place);
    const { bound = null } = options;
    if (bound !== null && !(Number.isSafeInteger(bound) && bound > 0)) {
      throw misuse("a loop's bound is a whole number from 1", place);
    }
    recorder.add({ kind: "loop", lifelines: [owner] }, options, place, ({ step, inside }) => ({
      kind: "loop",
      step,
      owner,
      guard: formula,
      body: inside("body", parts.body),
      exit: inside("exit", parts.exit),
      bound,
    }));
  };
  const match: Statements["match"] = (variable, arms, options = {}) => {
    const place = placeOfCall(match);
    const subject = variableIn(variable);
    if (subject === undefined) throw misuse("match was given no variable of a lifeline", place);
    const cases: readonly (readonly [string, () => void])[] = Object.entries(arms);
    checkCases(subject, cases, lifelines, place);
    matchFrom(recorder, { ...subject, place, options }, cases);
  };
  return { branch, loop, match };
}

function concurrency(recorder: Recorder): Pick<Statements, "parallel" | "coregion"> {
  const parallel: Statements["parallel"] = (arms, options = {}) => {
    const place = placeOfCall(parallel);
    if (arms.length < 2) throw misuse("parallel needs two arms or more", place);
    recorder.add({ kind: "parallel", lifelines: [] }, options, place, ({ step, inside }) => ({
      kind: "parallel",
      step,
      arms: arms.map((arm, i) => inside(`arm${i + 1}`, arm, channels.arm(step, i))),
    }));
  };
  const coregion: Statements["coregion"] = (receiver, messages, options = {}) => {
    const place = placeOfCall(coregion);
    const to = nameOf(receiver, place);
    const given: readonly Incoming[] = messages;
    if (given.length === 0) throw misuse("a co-region needs a message", place);
    const from = given.map(([sender, payload = {}]) => {
      const name = nameOf(sender, place);
      return { from: name, payload: assignOf(payload, name, place) };
    });
    const lifelines = [...from.map((message) => message.from), to];
    recorder.add({ kind: "coregion", lifelines }, options, place, ({ step, channel }) => ({
      kind: "coregion",
      step,
      to,
      channel,
      from,
    }));
  };
  return { parallel, coregion };
}

/** A sender and its payload, whatever their types. */
type Incoming = readonly [from: Participant, payload?: { readonly [name: string]: unknown }];

interface Decision {
  readonly owner: Lifeline;
  readonly guard: Formula;
  readonly place: Place;
  readonly options: StatementOptions;
}

type Arm = (() => void) | undefined;

function addBranch(recorder: Recorder, decision: Decision, whenTrue: Arm, whenFalse: Arm): void {
  const { owner, guard, place, options } = decision;
  recorder.add({ kind: "branch", lifelines: [owner] }, options, place, ({ step, inside }) => {
    const then: Block = inside("then", whenTrue);
    return { kind: "branch", step, owner, guard, then, else: inside("else", whenFalse) };
  });
}

interface Match {
  readonly on: Lifeline;
  readonly name: string;
  readonly place: Place;
  readonly options: StatementOptions;
}

function matchFrom(
  recorder: Recorder,
  match: Match,
  cases: readonly (readonly [string, () => void])[],
): void {
  const [first, ...rest] = cases;
  if (first === undefined) return;
  const [value, arm] = first;
  if (rest.length === 0) {
    arm();
    return;
  }
  const { on: owner, name, place, options } = match;
  const guard: Formula = {
    kind: "compare",
    op: "==",
    left: { kind: "var", name },
    right: { kind: "const", value },
  };
  // The label names the first decision; the others stand in its else arm and are named by their path.
  addBranch(recorder, { owner, guard, place, options }, arm, () => {
    matchFrom(recorder, { ...match, options: {} }, rest);
  });
}

/** The compiler sees a missing arm; a plain JavaScript author must be told as well. */
function checkCases(
  subject: { readonly on: Lifeline; readonly name: string },
  cases: readonly (readonly [string, unknown])[],
  lifelines: readonly LifelineDecl[],
  place: Place,
): void {
  const declaration = lifelines.find(({ name }) => name === subject.on);
  const schema = lookup(declaration?.variables ?? {}, subject.name)?.schema ?? null;
  const listed: readonly Json[] = listedValues(schema) ?? [];
  const unknown = listed.length === 0 ? undefined : cases.find(([name]) => !listed.includes(name));
  if (unknown !== undefined) {
    const texts = listed.filter((value) => typeof value === "string");
    const values = listed.map((value) => JSON.stringify(value)).join(", ");
    throw new LightconeError({
      code: "choreography/impossible-comparison",
      what: `match of ${subject.on}.${subject.name} has an arm for ${JSON.stringify(unknown[0])}, which is none of ${values}`,
      place,
      suggestion: nearest(unknown[0], texts),
    });
  }
  const missing = listed.filter((value) => !cases.some(([name]) => name === value));
  if (missing.length > 0) {
    throw misuse(
      `match of ${subject.on}.${subject.name} has no arm for ${missing.map((v) => JSON.stringify(v)).join(", ")}`,
      place,
    );
  }
}

function bindingOf(target: unknown, on: Lifeline, place: Place): Binding {
  const variable = variableIn(target);
  if (variable !== undefined) return { kind: "value", variable: ownName(target, on, place) };
  if (typeof target !== "object" || target === null)
    throw misuse("act was given no variable for the result", place);
  const fields = Object.entries(target).map(([field, ref]) => [ownName(ref, on, place), field] as const);
  return { kind: "fields", fields: Object.fromEntries(fields) };
}

function ownName(ref: unknown, on: Lifeline, place: Place): string {
  const variable = variableIn(ref);
  if (variable?.on === on) return variable.name;
  throw misuse(`the result of an action of ${on} goes to what is no variable of ${on}`, place);
}

function nameOf(lifeline: Participant, place: Place): Lifeline {
  const known: unknown = Object.getOwnPropertyDescriptor(Object(lifeline), participantKey)?.value;
  if (known === undefined) throw misuse("a statement was given no lifeline where one is needed", place);
  return lifeline[participantKey].name;
}
