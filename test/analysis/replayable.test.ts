import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ExploredEnd, explore } from "../../src/analysis/index.ts";
import { LightconeError, lookup, type Nanos, type Vars } from "../../src/base/index.ts";
import { buildMsc, type Event, mscKey } from "../../src/causality/index.ts";
import type { Choreography, Implementation } from "../../src/choreography/index.ts";
import { MemoryRun } from "../../src/engines/memory-run.ts";
import type { Outcome, ScheduledEvent, Workflow } from "../../src/runtime/index.ts";
import { random } from "./agreement.ts";
import { concurrentChoreography, lifelines, randomChoreography } from "./random-ir.ts";
import { workflowOf } from "./workflows.ts";

const error = { code: "action/failed", message: "", place: {}, remedy: "", details: null } as const;

/** Outcomes that depend on nothing but the arguments, so that it does not matter in which order actions start. */
function outcomes(_on: string, { action, args }: { readonly action: string; readonly args: Vars }): Outcome {
  const value = random.outcome(action, 1, args);
  return value === "fails" ? { kind: "failed", error } : { kind: "ok", value };
}

const implementations = lifelines.map((lifeline): Implementation => {
  const actions = ["f", "g", "h"].map((action) => {
    const run = (args: Vars): unknown => random.outcome(action, 1, args);
    return [action, { run, timeout: null, retries: 0, fallback: null }] as const;
  });
  return { kind: "implementation", lifeline, actions: Object.fromEntries(actions) };
});

function scheduleOf(events: readonly Event[]): readonly ScheduledEvent[] {
  return events.map((event, i) => ({
    ...{ on: event.on, kind: event.kind, line: i + 2, step: event.step!, round: event.round! },
    ...(event.kind === "recv" ? { from: event.msg.slice(0, event.msg.lastIndexOf("#")) } : {}),
    ...(event.kind === "act" && event.reads !== undefined ? { reads: event.reads } : {}),
  }));
}

async function follow(workflow: Workflow, order: readonly ScheduledEvent[]): Promise<readonly Event[]> {
  const events: Event[] = [];
  const memory = new MemoryRun({
    workflow,
    stores: new Map(workflow.lifelines.map((on) => [on, lookup(random.inputs, on) ?? {}])),
    implementations,
    schedule: { kind: "recorded", order },
    run: "run",
    clock: { now: () => "0" as Nanos },
    random: () => new Uint8Array(32),
    timers: { after: () => () => {} },
    onEvent: ({ event }) => events.push(event),
    onAction: () => {},
  });
  const result = await memory.run(undefined);
  if (result.status === "failed" && result.error.code === "run/schedule") throw result.error;
  return events;
}

function chartOf(events: readonly Event[]): string {
  const built = buildMsc({ lifelines, initial: random.inputs, events });
  if (!built.ok) throw new TypeError(built.problems[0]?.message);
  return mscKey(built.msc);
}

/** All ends; null where there are too many configurations. */
function endsOf(workflow: Workflow): Iterable<ExploredEnd> | null {
  try {
    return explore(workflow, { inputs: random.inputs, outcomes, reduce: true, limit: 1500 }).ends.values();
  } catch (thrown) {
    if (thrown instanceof LightconeError && thrown.code === "run/too-many-schedules") return null;
    throw thrown;
  }
}

const counts = { ends: 0, several: 0 };

async function allReplay(ir: Choreography): Promise<void> {
  const workflow: Workflow = withSignatures(workflowOf(ir));
  const ends = endsOf(workflow);
  fc.pre(ends !== null);
  const done = [...(ends ?? [])].filter(({ failure }: ExploredEnd) => failure === null).slice(0, 20);
  for (const { events, chart } of done) {
    const again = await follow(workflow, scheduleOf(events));
    expect(again.map(({ on, step }) => `${on} ${step}`)).toEqual(
      events.map(({ on, step }) => `${on} ${step}`),
    );
    expect(chartOf(again)).toBe(chart);
    counts.ends += 1;
  }
  if (done.length > 1) counts.several += 1;
}

/** Results are taken as they are. */
function withSignatures(workflow: Workflow): Workflow {
  const any = {
    "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) },
  } as const;
  const signature = { args: {}, out: { kind: "none" } } as const;
  const actions = {
    f: { signature, args: {}, out: any },
    g: { signature, args: {}, out: any },
    h: { signature, args: {}, out: null },
  };
  const schemas = Object.fromEntries(lifelines.map((on) => [on, { variables: {}, actions }]));
  return { ...workflow, definition: { ...workflow.definition, schemas } };
}

describe("the events of an explored end are a schedule that leads there again", () => {
  it("of random choreographies", async () => {
    await fc.assert(fc.asyncProperty(randomChoreography, allReplay), { seed: 5, numRuns: 80 });
  });

  it.each([6, 7])("with parallel arms and co-regions, whichever arm moves first (seed %i)", async (seed) => {
    await fc.assert(fc.asyncProperty(concurrentChoreography, allReplay), { seed, numRuns: 80 });
  });

  it("and there were enough", () => {
    expect(counts.several).toBeGreaterThan(30);
    expect(counts.ends).toBeGreaterThan(300);
  });
});
