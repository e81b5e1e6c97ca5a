import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Event } from "../../src/causality/index.ts";
import { buildMsc } from "../../src/causality/index.ts";
import { cli } from "../../src/cli/cli.ts";
import { readMscRecording } from "../../src/formats/index.ts";
import { projectPath } from "../architecture/source.ts";

const module = "examples/code-review/main.ts";
const schedule = "examples/code-review/schedule.msc.jsonl";

async function start(columns: number, record: string): Promise<readonly string[]> {
  const out: string[] = [];
  const err: string[] = [];
  const io = {
    out: (line: string) => out.push(...line.split("\n")),
    err: (line: string) => err.push(line),
    status: () => {},
    columns,
    color: false,
    cwd: projectPath(""),
    interrupted: new AbortController().signal,
  };
  const code = await cli(["run", module, "--schedule", schedule, "--record", record], io);
  expect(err).toEqual([]);
  expect(code).toBe(0);
  return out;
}

/** Really runs git, `node --test` and the scan for secrets, once for all tests of this file. */
describe("the code review on a real repository", () => {
  let lines: readonly string[] = [];
  let events: readonly Event[] = [];
  let leftBefore: readonly string[] = [];

  beforeAll(async () => {
    leftBefore = left();
    const folder = mkdtempSync(join(tmpdir(), "lightcone-test-"));
    const record = join(folder, "review.msc.jsonl");
    lines = await start(80, record);
    const read = readMscRecording(readFileSync(record, "utf8"));
    rmSync(folder, { recursive: true });
    events = read.ok ? read.recording.msc.events : [];
  }, 120_000);

  const left = (): readonly string[] =>
    readdirSync(tmpdir()).filter((name) => name.startsWith("lightcone-code-review-"));
  const text = (): string =>
    lines
      .join("\n")
      .replaceAll(/\s*│\s*/g, " ")
      .replaceAll(/\s+/g, " ");
  const committer = (): readonly Event[] => events.filter((event) => event.on === "Committer");

  it("fits the terminal", () => {
    expect(lines.length).toBeGreaterThan(150);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it("merges the clean one, blocks the changed one until it is checked again, rejects the secret, takes the late failure back", () => {
    const verdicts = committer().flatMap((event) =>
      event.kind === "act" && event.set?.["outcome"] !== undefined ? [event.set["outcome"]] : [],
    );
    expect(verdicts).toEqual(["merged", "recheck", "merged", "rejected", "merged", "reverted"]);
  });

  it("says why at each decision", () => {
    expect(text()).toMatch(/review-ok: true.*because TestRunner#\d+ has the same candidate "free-shipping@/);
    expect(text()).toMatch(
      /review-ok: false because TestRunner#\d+ has candidate "vouchers@\w+", here it is "vouchers@\w+"/,
    );
    expect(text()).toMatch(/review-ok: false,? because Security#\d+ has status "critical"/);
  });

  it("shows one late message, the failure that was on its way when the last merge was decided", () => {
    expect(text().match(/LATE:?/g)).toHaveLength(1);
    expect(text()).toMatch(/LATE:? TestRunner#\d+ \(status "failed"\)/);
    const failed = events.findIndex(
      (event) => event.on === "TestRunner" && event.kind === "act" && event.set?.["status"] === "failed",
    );
    const sent = events.findIndex(
      (event, e) => e > failed && event.on === "TestRunner" && event.kind === "send",
    );
    const merged = events.findLastIndex(
      (event) =>
        event.on === "Committer" && event.kind === "choice" && event.guard === "review-ok" && event.value,
    );
    const arrived = events.findIndex(
      (event, e) => e > merged && event.kind === "recv" && event.on === "Committer",
    );
    expect(failed).toBeLessThan(sent);
    expect(sent).toBeLessThan(merged);
    expect(merged).toBeLessThan(arrived);
  });

  it("leaves on main what the results say", () => {
    const log = lines
      .slice(lines.findIndex((line) => line.startsWith("What is on main")) + 1)
      .filter((line) => line.trim() !== "");
    expect(log.map((line) => line.trim().replace(/^\w+ /, "").replace(/@\w+/, ""))).toEqual(
      [
        'Revert "Merge rounding"',
        "Merge rounding",
        "Merge vouchers",
        "Merge free-shipping",
        "A basket with its total",
      ].map((title) => expect.stringContaining(title.replace('"Merge rounding"', '"Merge rounding'))),
    );
    expect(text()).toMatch(/Committer\.onMain = \["free-shipping@\w+","vouchers@\w+"\]/);
  });

  it("makes a chart that the strict builder takes", () => {
    const lifelines = ["Orchestrator", "TestRunner", "Security", "Committer"];
    expect(buildMsc({ lifelines, events })).toMatchObject({ ok: true });
  });

  it("removes its folder", () => {
    expect(left()).toEqual(leftBefore);
  });
});
