/** What a command may do to the world, so that tests can stand in for a terminal. */
export interface Io {
  /** Standard output, with a line end. */
  readonly out: (line: string) => void;
  /** Standard error, with a line end. */
  readonly err: (line: string) => void;
  /** A line on a terminal that the next one replaces; nothing elsewhere. */
  readonly status: (text: string) => void;
  readonly columns: number;
  readonly color: boolean;
  readonly cwd: string;
  /**
   * Aborted when the person or the system asks for the end, and when code of the module failed where nobody waits for it:
   * then that error is the reason.
   */
  readonly interrupted: AbortSignal;
}

/** Exit codes of every command (design, section 7). */
export const exit = { held: 0, failed: 1, wrongInput: 2, interrupted: 130 } as const;

/** One of {@link exit}. */
export type ExitCode = (typeof exit)[keyof typeof exit];
