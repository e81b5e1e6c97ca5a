import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { benchExplore } from "./explore.ts";
import { benchMonitor, type Figures } from "./monitor.ts";
import { benchPingPong } from "./ping-pong.ts";
import { benchStart } from "./start.ts";

const { values } = parseArgs({ options: { json: { type: "string" } } });
const figures: Figures = {};
for (const section of [
  () => benchMonitor(figures),
  () => benchPingPong(figures),
  () => benchStart(figures),
  () => benchExplore(figures),
]) {
  process.stdout.write(`${await section()}\n\n`);
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
