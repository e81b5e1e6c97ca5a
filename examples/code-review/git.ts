import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** No configuration of the person's own, fixed names and dates: the same fixture gives the same commits everywhere. */
const environment = {
  PATH: process.env["PATH"] ?? "",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Author",
  GIT_AUTHOR_EMAIL: "author@example.org",
  GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
  GIT_COMMITTER_NAME: "Committer",
  GIT_COMMITTER_EMAIL: "committer@example.org",
  GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
};

/** Runs git in a folder; its standard output, trimmed. */
export async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await execute("git", args, { cwd, env: environment });
  return stdout.trim();
}

/** Runs a Node program in a folder; whether it ended with success. */
export async function node(cwd: string, args: readonly string[], signal: AbortSignal): Promise<boolean> {
  try {
    await execute(process.execPath, args, { cwd, env: { PATH: environment.PATH }, signal });
    return true;
  } catch {
    signal.throwIfAborted();
    return false;
  }
}
