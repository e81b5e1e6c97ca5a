import { nearest, type StepId } from "../base/index.ts";
import { clockProblem, type Event, type EventKind } from "../causality/index.ts";
import { CheckedFields, type Report } from "./checked-fields.ts";
import type { Fields } from "./recording.ts";
import { parseTime } from "./rfc3339.ts";

const everyKind = ["on", "kind", "id", "time", "type", "clock", "payload", "step", "round"] as const;

/** The keys that only events of some kinds have. */
const ownKeys: { readonly [K in EventKind]: readonly string[] } = {
  act: ["set", "unset", "reads"],
  send: ["msg", "to", "control"],
  recv: ["msg", "set", "unset", "control"],
  choice: ["guard", "value"],
};

const kinds: readonly EventKind[] = ["act", "send", "recv", "choice"];

/** Every key that Lightcone knows of an event of some kind, in the order in which they are written. */
export const eventKeys: ReadonlySet<string> = new Set([
  ...["on", "kind", "msg", "to", "control", "guard", "value", "set", "unset", "reads"],
  ...everyKind,
]);

/** Reads an event's line; undefined when so much is wrong that nothing can be said of the events after it. */
export function parseEvent(fields: Fields, clocks: boolean, report: Report): Event | undefined {
  const checked = new CheckedFields(fields, report);
  checked.need("on", "the event");
  checked.need("kind", "the event");
  const on = checked.string("on");
  const kind = kindOf(checked, report);
  if (kind !== undefined) refuseForeignKeys(fields, kind, report);
  const base = parseBase(checked, report);
  // Without its clock nothing is known of the event's place.
  const placeless = clocks && base.clock === undefined && checked.raw("clock") !== undefined;
  if (on === undefined || kind === undefined || placeless) return undefined;
  const own = { act: parseAct, send: parseSend, recv: parseRecv, choice: parseChoice }[kind];
  return own(checked, { on, ...base }, clocks, report);
}

type Base = Pick<Event, "on" | "id" | "time" | "type" | "clock" | "payload" | "step" | "round" | "extra">;

type ParseOwn = (checked: CheckedFields, base: Base, clocks: boolean, report: Report) => Event | undefined;

function kindOf(checked: CheckedFields, report: Report): EventKind | undefined {
  const name = checked.string("kind");
  const kind = kinds.find((known) => known === name);
  if (kind === undefined && name !== undefined) {
    report("recording/unknown-kind", `there is no kind ${JSON.stringify(name)} of event`, {
      suggestion: nearest(name, kinds),
    });
  }
  return kind;
}

function refuseForeignKeys(fields: Fields, kind: EventKind, report: Report): void {
  for (const key of Object.keys(fields)) {
    const foreign = eventKeys.has(key) && !ownKeys[kind].includes(key) && !everyKind.some((k) => k === key);
    if (!foreign) continue;
    const owners = kinds.filter((other) => ownKeys[other].includes(key)).join(" or ");
    report("recording/key-of-another-kind", `${JSON.stringify(key)} belongs to ${owners}, not to ${kind}`);
  }
}

function parseBase(checked: CheckedFields, report: Report): Omit<Base, "on"> {
  const extra = checked.others(eventKeys);
  const clock = checked.raw("clock");
  const wrong = clock === undefined ? undefined : clockProblem(clock);
  if (wrong !== undefined) report("clock/invalid", wrong);
  return {
    ...given("id", checked.string("id")),
    ...given(
      "time",
      checked.read("time", "decimal nanoseconds or a time of RFC 3339 from 1970 on, as a string", (value) =>
        typeof value === "string" ? parseTime(value) : undefined,
      ),
    ),
    ...given("type", checked.string("type")),
    // clockProblem found it to be an object from lifeline to count
    ...given("clock", wrong === undefined ? (clock as Base["clock"]) : undefined),
    ...given("payload", checked.raw("payload")),
    ...given("step", checked.string("step") as StepId | undefined), // ids in a recording are taken as they are
    ...given("round", checked.integers("round")),
    ...given("extra", Object.keys(extra).length === 0 ? undefined : extra),
  };
}

const parseAct: ParseOwn = (checked, base) => ({
  kind: "act",
  ...base,
  ...parseChange(checked),
  ...given(
    "reads",
    checked.read("reads", "a whole number from 0", (value) =>
      typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined,
    ),
  ),
});

const parseSend: ParseOwn = (checked, base, clocks) => {
  const msg = parseMessage(checked, clocks, "a send");
  // A send without receiver is a broadcast; without clocks the builder refuses it.
  const to = clocks && checked.raw("to") === null ? null : (checked.string("to") ?? null);
  if (!clocks) checked.need("to", "a send");
  if (msg === undefined || (to === null && !clocks)) return undefined;
  return { kind: "send", ...base, msg, to, ...parseControl(checked) };
};

const parseRecv: ParseOwn = (checked, base, clocks) => {
  const msg = parseMessage(checked, clocks, "a recv");
  const rest = { ...parseChange(checked), ...parseControl(checked) };
  return msg === undefined ? undefined : { kind: "recv", ...base, msg, ...rest };
};

const parseChoice: ParseOwn = (checked, base) => {
  checked.need("guard", "a choice");
  checked.need("value", "a choice");
  // What is wrong with them concerns this line only: the event still counts.
  return {
    kind: "choice",
    ...base,
    guard: checked.string("guard") ?? "",
    value: checked.boolean("value") ?? false,
  };
};

/** The message's name, which is not empty; empty where none is needed. */
function parseMessage(checked: CheckedFields, clocks: boolean, what: string): string | undefined {
  if (!clocks) checked.need("msg", what);
  else if (checked.raw("msg") === undefined) return "";
  return checked.read("msg", "a message's name", (value) =>
    typeof value === "string" && value !== "" ? value : undefined,
  );
}

function parseChange(checked: CheckedFields): Pick<Extract<Event, { kind: "recv" }>, "set" | "unset"> {
  return { ...given("set", checked.object("set")), ...given("unset", checked.strings("unset")) };
}

function parseControl(checked: CheckedFields): { readonly control?: true } {
  return checked.boolean("control") === true ? { control: true } : {};
}

/** An entry for a value that is there, none for one that is not. */
function given<K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: T }); // a computed key widens to string
}
