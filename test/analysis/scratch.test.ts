import fc from "fast-check";
import { it } from "vitest";
import { nodesOf, printChoreography, checkChoreography } from "../../src/choreography/index.ts";
import { compare, differenceOf, random } from "./agreement.ts";
import { concurrentChoreography } from "./random-ir.ts";
import { projectedSystem } from "./walk.ts";
it("scratch", () => {
  let big = 0, n = 0, many = 0, conc = 0, failed = 0;
  fc.assert(fc.property(concurrentChoreography, (ir) => {
    const compared = compare(ir, projectedSystem(ir, random.inputs, random.outcome), 3000);
    if (compared === null) { big++; return; }
    n++;
    if (nodesOf(ir.body).some((x) => x.kind === "parallel" || x.kind === "coregion")) conc++;
    if (compared.projected.ends.size > 1) many++;
    if ([...compared.projected.ends.values()].some(e=>e.failed)) failed++;
    const d = differenceOf(compared);
    if (d !== null) throw new TypeError(`${d}\n${printChoreography(ir)}`);
  }), { numRuns: Number(process.env["N"] ?? 300) });
  console.log({ big, n, conc, many, failed });
}, 600000);
