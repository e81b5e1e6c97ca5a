import { type Formula, parseFormula } from "lightcone";

/** One row of Table 1 of Bollig, Causal Past Logic, with the paper's figures (CPython, another machine). */
export interface Workload {
  /** Stable, for the JSON file. */
  readonly name: string;
  readonly title: string;
  readonly lifelines: readonly string[];
  readonly guard: Formula;
  /** The store of every lifeline. */
  readonly store: { readonly [name: string]: string | number };
  readonly paper: {
    readonly local: number;
    readonly send: number;
    readonly receive: number;
    readonly kilobytes: number;
  };
}

const reviewGuard = [
  "@TestRunner.candidate == candidate",
  "@Security.candidate == candidate",
  '@TestRunner((status != "failed" & status != "pending") S status == "passed")',
  '@Security((status != "critical" & status != "pending") S status == "cleared")',
].join(" & ");

const review: Workload = {
  name: "code-review",
  title: "code review",
  lifelines: ["Orchestrator", "TestRunner", "Security", "Committer"],
  guard: formula(reviewGuard),
  store: { candidate: "c1", status: "passed" },
  paper: { local: 0.047, send: 0.069, receive: 0.072, kilobytes: 1.2 },
};

/** ℓ lifelines, n atoms, k variables; then the paper's milliseconds and kilobytes. */
const scaling = [
  [2, 16, 4, 0.135, 0.158, 0.154, 1.1],
  [32, 16, 4, 0.209, 0.506, 0.557, 17.0],
  [8, 4, 4, 0.057, 0.095, 0.102, 1.9],
  [8, 64, 4, 0.521, 0.754, 0.764, 14.1],
  [8, 128, 1, 0.998, 1.43, 1.448, 27.3],
  [8, 128, 128, 1.976, 2.979, 2.903, 58.0],
] as const;

/** The seven rows. */
export const workloads: readonly Workload[] = [
  review,
  ...scaling.map(([l, n, k, local, send, receive, kilobytes]): Workload => {
    const atoms = Array.from({ length: n }, (_, i) => `@L0.f${i % k} == ${i}`);
    return {
      name: `${l}-${n}-${k}`,
      title: `${l}, ${n}, ${k}`,
      lifelines: Array.from({ length: l }, (_, i) => `L${i}`),
      guard: formula(atoms.join(" & ")),
      store: Object.fromEntries(Array.from({ length: k }, (_, i) => [`f${i}`, i])),
      paper: { local, send, receive, kilobytes },
    };
  }),
];

function formula(text: string): Formula {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new TypeError(parsed.diagnostics[0]?.message);
  return parsed.formula;
}
