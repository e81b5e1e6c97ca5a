import { LightconeError, lookup, thrownMessage } from "../base/index.ts";

/** What the host's error codes mean. */
const meanings: { readonly [code: string]: string } = {
  ENOENT: "it does not exist",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is no folder",
  EACCES: "access is denied",
  EPERM: "access is denied",
  ENOSPC: "the disk is full",
  EROFS: "the disk is read-only",
  EMFILE: "too many files are open",
  ELOOP: "its path is a circle of links",
  ENAMETOOLONG: "its name is too long",
};

/** The error of a file that could not be read or written: code `cli/file`, with the reason in words. */
export function fileError(action: "read" | "write", shown: string, cause: unknown): LightconeError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const missing = code === "ENOENT" && action === "write" ? "its folder does not exist" : undefined;
  const why = missing ?? lookup(meanings, code) ?? thrownMessage(cause);
  return new LightconeError({
    code: "cli/file",
    what: `${shown} cannot be ${action === "read" ? "read" : "written"}: ${why}`,
    place: { file: shown },
    cause,
  });
}
