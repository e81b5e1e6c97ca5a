import { checkSchedules, listedActions, outcomesOf, type ScheduleReport } from "lightcone/analysis";
import { choreography, type Definition, lifeline } from "lightcone/choreography";
import { compileWorkflow } from "lightcone/runtime";
import { z } from "zod";
import { median, table } from "./measure.ts";
import type { Figures } from "./monitor.ts";

const RUNS = 5;

/** How many configurations a second `explore` visits, every check included, and what reduction saves. */
export function benchExplore(figures: Figures): string {
  const rows = [
    ["explore", "configurations", "without reduction", "a second", "a second without"],
    row(figures, "three reviews", reviews()),
    row(figures, "parallel arms", arms()),
  ];
  return table(rows);
}

function row(figures: Figures, title: string, definition: Definition): readonly string[] {
  const reduced = measured(definition, true);
  const all = measured(definition, false);
  figures[`explore/${title}`] = reduced.perSecond;
  figures[`explore/${title}/without reduction`] = all.perSecond;
  const { configurations } = reduced.report;
  return [title, configurations, all.report.configurations, reduced.perSecond, all.perSecond].map(String);
}

function measured(
  definition: Definition,
  reduce: boolean,
): { readonly report: ScheduleReport; readonly perSecond: number } {
  const workflow = compileWorkflow(definition);
  const listed = new Map(
    listedActions(definition.ir).map((one) => [`${one.lifeline}.${one.action}`, outcomesOf(one)]),
  );
  const explored = (): ScheduleReport =>
    checkSchedules(workflow, {
      outcomes: ({ lifeline: on, action }) => listed.get(`${on}.${action}`) ?? [],
      reduce,
      oracle: 0,
    });
  const report = explored();
  const rates = Array.from({ length: RUNS }, () => {
    const start = process.cpuUsage();
    explored();
    const { user, system } = process.cpuUsage(start);
    return report.configurations / ((user + system) / 1e6);
  });
  return { report, perSecond: Math.round(median(rates)) };
}

const variables = { candidate: z.number(), status: z.boolean() };

/** A review as in the example: tests and a scan run concurrently, with any verdicts; the committer decides on what it sees. */
function reviews(): Definition {
  const check = { out: z.boolean() };
  const O = lifeline("Orchestrator", { variables });
  const T = lifeline("TestRunner", { variables, actions: { quick: check, full: check } });
  const S = lifeline("Security", { variables, actions: { scan: check } });
  const C = lifeline("Committer", { variables, actions: { merge: {} } });
  return choreography("reviews", { lifelines: [O, T, S, C] }, (c) => {
    for (const candidate of [1, 2, 3]) {
      c.set(O, { candidate });
      for (const to of [T, S, C]) c.send(O, to, { candidate: O.candidate });
      c.act(T.status, T.quick());
      c.send(T, C);
      c.act(S.status, S.scan());
      c.send(S, C);
      c.act(T.status, T.full());
      c.branch(C, "@TestRunner.status == true & @Security.status == true", {
        then: () => c.act(C.merge()),
        else: () => {},
      });
      c.send(T, C);
    }
  });
}

/** Parallel arms in which three lifelines talk to one, twice. */
function arms(): Definition {
  const [a, b, d] = ["A", "B", "D"].map((name) => lifeline(name, { variables }));
  const hub = lifeline("Hub", { variables });
  return choreography("arms", { lifelines: [hub, a!, b!, d!] }, (c) => {
    for (let round = 0; round < 2; round++) {
      c.parallel(
        [a!, b!, d!].map((one) => () => {
          c.send(one, hub);
          c.send(hub, one);
        }),
      );
    }
  });
}
