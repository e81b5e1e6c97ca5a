import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { git } from "./git.ts";

const fixture = fileURLToPath(new URL("./fixture/", import.meta.url));

/** In pieces, so that this repository holds no text that looks like a key. */
const plantedKey = ["gh", "p_", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"].join("");

/** A git repository in a temporary folder, made from the fixture: `main`, and a branch for each candidate. */
export interface Repository {
  readonly folder: string;
  /** A checkout of its own for each reviewer, so that they never disturb one another or the Committer. */
  readonly desk: (reviewer: string, candidate: string) => Promise<string>;
  /** Commits a change on top of a candidate; the new candidate. */
  readonly amend: (candidate: string) => Promise<string>;
  /** The candidates in the order in which they are proposed. */
  readonly candidates: readonly string[];
  readonly remove: () => Promise<void>;
}

/** The commit of a candidate `name@commit`. */
export function commitOf(candidate: string): string {
  return candidate.slice(candidate.lastIndexOf("@") + 1);
}

/** Makes the repository. */
export async function makeRepository(): Promise<Repository> {
  const root = await mkdtemp(join(tmpdir(), "lightcone-code-review-"));
  const folder = join(root, "basket");
  await mkdir(folder);
  await git(folder, "init", "--quiet", "--initial-branch=main");
  await commit(folder, "base", "A basket with its total");
  const candidates: string[] = [];
  for (const [name, title] of proposed) candidates.push(await propose(folder, name, title));
  const desks = new Set<string>();
  return {
    folder,
    candidates,
    amend: async (candidate) => {
      const name = candidate.slice(0, candidate.lastIndexOf("@"));
      const desk = join(root, "author");
      await git(folder, "worktree", "add", "--quiet", "--force", desk, name);
      await commit(desk, `candidates/${name}-amended`, "A voucher never pays out");
      return nameAt(desk, name);
    },
    desk: async (reviewer, candidate) => {
      const desk = join(root, reviewer);
      if (desks.has(reviewer)) await git(desk, "checkout", "--quiet", "--detach", commitOf(candidate));
      else await git(folder, "worktree", "add", "--quiet", "--detach", desk, commitOf(candidate));
      desks.add(reviewer);
      return desk;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

const proposed = [
  ["free-shipping", "Ship for free from fifty euros on"],
  ["vouchers", "Redeem vouchers"],
  ["payment", "Talk to the payment service"],
  ["rounding", "Round every line to five cents"],
] as const;

async function propose(folder: string, name: string, title: string): Promise<string> {
  await git(folder, "checkout", "--quiet", "-b", name, "main");
  await commit(folder, `candidates/${name}`, title);
  const candidate = await nameAt(folder, name);
  await git(folder, "checkout", "--quiet", "main");
  return candidate;
}

async function nameAt(folder: string, name: string): Promise<string> {
  return `${name}@${await git(folder, "rev-parse", "--short=7", "HEAD")}`;
}

async function commit(folder: string, from: string, title: string): Promise<void> {
  await cp(join(fixture, from), folder, { recursive: true });
  for (const file of await readdir(join(folder, "src"))) {
    const path = join(folder, "src", file);
    await writeFile(path, (await readFile(path, "utf8")).replace("{{ACCESS_KEY}}", plantedKey));
  }
  await git(folder, "add", "--all");
  await git(folder, "commit", "--quiet", "-m", title);
}
