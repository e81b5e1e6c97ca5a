import { assertNever, type Lifeline } from "../base/index.ts";
import type { Formula, Term } from "../cpl/index.ts";
import { FormulaTable } from "./formula-table.ts";
import type { FormulaId, Guard, MonitorPlan } from "./types.ts";

/**
 * The plan of one lifeline's monitor (Bollig, section 5: all lifelines use the same Φ). It depends on the lifelines'
 * order and the guards alone, so that separate processes agree on every position.
 *
 * @param lifelines All lifelines, in declaration order.
 * @param guards Every guard that can be evaluated at run time, with its owner.
 * @param lifeline Whose monitor it is.
 */
export function planMonitor(
  lifelines: readonly Lifeline[],
  guards: readonly Guard[],
  lifeline: Lifeline,
): MonitorPlan {
  const table = new FormulaTable(lifelines);
  const roots = guards.map((guard) => ({ on: guard.owner, id: table.add(guard.formula) }));
  const formulas = table.formulas;
  return {
    lifeline,
    lifelines,
    formulas,
    variables: trackedVariables(formulas),
    need: neededAt(lifeline, roots, formulas, (formula) => table.add(formula)),
  };
}

/** A plan is asked for the position of each guard: its table is made once. */
const tables = new WeakMap<MonitorPlan, FormulaTable>();

/** The position of a formula in the plan; it must be a guard of the plan or a subformula of one. */
export function guardId(plan: MonitorPlan, formula: Formula): FormulaId {
  const table = tables.get(plan) ?? FormulaTable.of(plan);
  tables.set(plan, table);
  return table.add(formula);
}

function trackedVariables(formulas: readonly Formula[]): readonly string[] {
  const names = new Set<string>();
  const visit = (term: Term): void => {
    if (term.kind === "remote") names.add(term.name);
  };
  for (const formula of formulas) {
    if (formula.kind === "compare") [formula.left, formula.right].forEach(visit);
    if (formula.kind === "predicate") formula.args.forEach(visit);
  }
  return [...names].sort();
}

/** The least set that holds every owner's guards and is closed under what evaluating a formula there asks for. */
function neededAt(
  lifeline: Lifeline,
  roots: readonly { readonly on: Lifeline; readonly id: FormulaId }[],
  formulas: readonly Formula[],
  idOf: (formula: Formula) => FormulaId,
): readonly FormulaId[] {
  const seen = new Map<Lifeline, Set<FormulaId>>();
  const pending = [...roots];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { on, id } = next;
    const here = seen.get(on) ?? new Set();
    seen.set(on, here);
    const formula = formulas[id];
    if (here.has(id) || formula === undefined) continue;
    here.add(id);
    for (const child of childrenAt(on, formula)) pending.push({ on: child.on, id: idOf(child.formula) });
  }
  return [...(seen.get(lifeline) ?? [])].sort((a, b) => a - b);
}

function childrenAt(on: Lifeline, formula: Formula): readonly { on: Lifeline; formula: Formula }[] {
  switch (formula.kind) {
    case "bool":
    case "compare":
    case "predicate":
    case "seen":
    case "once":
      return []; // the last two are unfolded before they enter the table
    case "not":
    case "prev":
      return [{ on, formula: formula.body }];
    case "and":
    case "or":
    case "since":
      return [
        { on, formula: formula.left },
        { on, formula: formula.right },
      ];
    case "at":
      return [{ on: formula.lifeline, formula: formula.body }];
    default:
      return assertNever(formula);
  }
}
