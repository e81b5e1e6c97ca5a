import { type DiagnosticInput, type Lifeline, lookup, nearest } from "../base/index.ts";
import type { ActionDecl, Choreography, LifelineDecl, Node, VariableDecl } from "./ir.ts";

/** What a check says; the place comes from the step that it is about. */
export interface Finding extends Omit<DiagnosticInput, "place"> {
  readonly lifeline?: Lifeline;
}

/** Adds a finding, about a step or about the choreography as a whole. */
export type Report = (finding: Finding, at?: Node) => void;

/** Looks declared names up, and says what is wrong where there is none. */
export class Declarations {
  readonly #byName: ReadonlyMap<Lifeline, LifelineDecl>;

  constructor(ir: Choreography) {
    this.#byName = new Map(ir.lifelines.map((declaration) => [declaration.name, declaration]));
  }

  /** All lifelines, in order. */
  get names(): readonly Lifeline[] {
    return [...this.#byName.keys()];
  }

  /** A declared lifeline. */
  lifeline(name: Lifeline): LifelineDecl | undefined {
    return this.#byName.get(name);
  }

  /** A declared variable of a lifeline. */
  variable(on: Lifeline, name: string): VariableDecl | undefined {
    return lookup(this.#byName.get(on)?.variables ?? {}, name);
  }

  /** A declared action of a lifeline. */
  action(on: Lifeline, name: string): ActionDecl | undefined {
    return lookup(this.#byName.get(on)?.actions ?? {}, name);
  }

  /** That a lifeline is not declared; null when it is. */
  missingLifeline(name: Lifeline, what: string): Finding | null {
    if (this.#byName.has(name)) return null;
    return {
      code: "choreography/unknown-lifeline",
      message: `${what} ${name}, which is no lifeline of the choreography`,
      suggestion: nearest(name, this.names),
    };
  }

  /** That a variable is not declared at a declared lifeline; null when it is, or when the lifeline is the problem. */
  missingVariable(on: Lifeline, name: string, what: string): Finding | null {
    const declaration = this.#byName.get(on);
    if (declaration === undefined || Object.hasOwn(declaration.variables, name)) return null;
    const holders = this.names.filter((other) => this.variable(other, name) !== undefined);
    return {
      code: "choreography/unknown-variable",
      message: `${what} ${on}.${name}, which ${on} does not declare`,
      lifeline: on,
      suggestion:
        nearest(name, Object.keys(declaration.variables)) ?? (holders[0] && `${holders[0]}.${name}`),
    };
  }
}
