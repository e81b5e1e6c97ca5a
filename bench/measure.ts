/** The median of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** CPU time of this process since a reading: unlike wall time, other work on the machine hardly moves it. */
function cpuNanoseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) * 1000;
}

/** Wall time since a reading of `process.hrtime.bigint()`. */
export function nanosecondsSince(start: bigint | undefined): number {
  return start === undefined ? Number.NaN : Number(process.hrtime.bigint() - start);
}

/** How a figure is taken: so many calls thrown away, then batches of so many calls each. */
export interface Protocol {
  readonly warmUp: number;
  readonly batches: number;
  readonly batch: number;
}

/** The protocol of Bollig, Causal Past Logic, section 6: it measures code that is hardly warm. */
export const paperProtocol: Protocol = { warmUp: 50, batches: 9, batch: 300 };

/** The same after the compiler has settled. */
export const steadyState: Protocol = { warmUp: 20_000, batches: 9, batch: 2000 };

/** Nanoseconds a call: the median over the batches of their means. `call` gets a running number. */
export function nanoseconds(protocol: Protocol, call: (n: number) => unknown): number {
  let sink: unknown;
  for (let n = 0; n < protocol.warmUp; n++) sink = call(n);
  const means: number[] = [];
  for (let b = 0; b < protocol.batches; b++) {
    const start = process.cpuUsage();
    for (let n = 0; n < protocol.batch; n++) sink = call(n);
    means.push(cpuNanoseconds(start) / protocol.batch);
  }
  if (sink === Symbol.iterator) process.stdout.write(""); // keeps the calls from being optimised away
  return median(means);
}

/** Right-aligned columns; the first is left-aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join("  "),
    )
    .join("\n");
}

/** A number of nanoseconds as text. */
export function time(ns: number): string {
  return ns < 10_000 ? `${ns.toFixed(0)} ns` : `${(ns / 1000).toFixed(1)} µs`;
}
