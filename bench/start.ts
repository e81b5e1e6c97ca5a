import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { median, table } from "./measure.ts";
import type { Figures } from "./monitor.ts";

const RUNS = 9;
const entry = fileURLToPath(new URL("../dist/index.js", import.meta.url));

/** What importing the root entry adds to Node's own start. */
export function benchStart(figures: Figures): string {
  if (!existsSync(entry)) return "Start: not measured, `npm run build` makes what it imports";
  const bare = milliseconds("0");
  const importing = milliseconds(`await import(${JSON.stringify(entry)})`);
  figures["start.node_ms"] = bare;
  figures["start.import_ms"] = importing - bare;
  return table([
    ["start", "ms"],
    ["bare Node", bare.toFixed(1)],
    ["importing the root entry, on top", (importing - bare).toFixed(1)],
  ]);
}

function milliseconds(program: string): number {
  const times: number[] = [];
  for (let n = 0; n < RUNS; n++) {
    const start = process.hrtime.bigint();
    execFileSync(process.execPath, ["--input-type=module", "--eval", program]);
    times.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  return median(times);
}
