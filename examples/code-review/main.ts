import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createEngine } from "@secretlint/node";
import { implement, provide } from "lightcone";
import { Committer, Orchestrator, Security, TestRunner } from "./choreography.ts";
import { git, node } from "./git.ts";
import { commitOf, makeRepository } from "./repository.ts";

export { codeReview } from "./choreography.ts";

/** Everybody's work, on a real repository: real commits, real test runs, a real scan for secrets, real merges. */
export const workspace = provide(async ({ onEnd, say }) => {
  const repository = await makeRepository();
  onEnd(async () => {
    const log = await git(repository.folder, "log", "--format=%h %s", "--first-parent", "main");
    say(`What is on main now, newest first:
${log.replaceAll(/^/gm, "  ")}`);
    await repository.remove();
  });
  const queue = [...repository.candidates];
  const main = (...args: readonly string[]): Promise<string> => git(repository.folder, ...args);

  return [
    implement(Orchestrator, {
      propose: async () => {
        const candidate = queue.shift();
        if (candidate === undefined) return { candidate: "none", amends: false, more: false };
        return { candidate, amends: candidate.startsWith("vouchers@"), more: true };
      },
      amend: ({ candidate }) => repository.amend(candidate),
    }),
    implement(TestRunner, {
      quick: ({ candidate }, { signal }) => runSuites(["quick"], candidate, signal),
      full: {
        run: ({ candidate }, { signal }) => runSuites(["quick", "full"], candidate, signal),
        timeout: "30s",
      },
    }),
    implement(Security, {
      scan: async ({ candidate }) => {
        const desk = await repository.desk("security", candidate);
        const changed = (await git(desk, "diff", "--name-only", "main...HEAD")).split("\n").filter(Boolean);
        return (await holdsSecret(desk, changed)) ? "critical" : "cleared";
      },
    }),
    implement(Committer, {
      merge: async ({ candidate, onMain }) => {
        await main("merge", "--quiet", "--no-ff", "-m", `Merge ${candidate}`, commitOf(candidate));
        return { outcome: "merged", onMain: [...onMain, candidate] };
      },
      block: async ({ outcome }) => outcome,
      revert: async ({ candidate, onMain }) => {
        await main("revert", "--no-edit", "--mainline", "1", "HEAD");
        return { outcome: "reverted", onMain: onMain.filter((merged) => merged !== candidate) };
      },
    }),
  ];

  async function runSuites(
    suites: readonly string[],
    candidate: string,
    signal: AbortSignal,
  ): Promise<"passed" | "failed"> {
    const desk = await repository.desk("tests", candidate);
    const files: string[] = [];
    for (const suite of suites) {
      for (const file of await readdir(join(desk, "test", suite))) files.push(join("test", suite, file));
    }
    return (await node(desk, ["--test", ...files], signal)) ? "passed" : "failed";
  }
});

async function holdsSecret(folder: string, files: readonly string[]): Promise<boolean> {
  const engine = await createEngine({
    cwd: folder,
    color: false,
    formatter: "json",
    maskSecrets: true,
    configFileJSON: { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend" }] },
  });
  const { ok } = await engine.executeOnFiles({ filePathList: files.map((file) => join(folder, file)) });
  return !ok;
}
