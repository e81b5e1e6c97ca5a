import type { Lifeline, Nanos, Vars } from "../../src/base/index.ts";
import type { Definition } from "../../src/choreography/index.ts";
import { baselineMonitor } from "../../src/monitor/index.ts";
import { projectAll } from "../../src/projection/index.ts";
import { initialState, makeReactor, type Reactor, ready } from "../../src/runtime/reactor.ts";
import { step } from "../../src/runtime/step.ts";
import type { Input, LifelineState, Message, Turn } from "../../src/runtime/types.ts";

type Body = Input extends infer I ? (I extends Input ? Omit<I, "id" | "now" | "random"> : never) : never;

/** Lifelines moved by hand: a test says which turn comes next, and messages wait until it delivers them. */
export class ByHand {
  readonly reactors: ReadonlyMap<Lifeline, Reactor>;
  readonly states = new Map<Lifeline, LifelineState>();
  readonly mail: Message[] = [];
  #inputs = 0;

  constructor(definition: Definition) {
    const programs = projectAll(definition.ir);
    this.reactors = new Map(
      programs.map((program) => [program.lifeline, makeReactor(program, baselineMonitor(program.plan))]),
    );
    for (const [lifeline, reactor] of this.reactors)
      this.states.set(lifeline, initialState(reactor, "run-1"));
  }

  state(lifeline: Lifeline): LifelineState {
    const state = this.states.get(lifeline);
    if (state === undefined) throw new TypeError(lifeline);
    return state;
  }

  reactor(lifeline: Lifeline): Reactor {
    const reactor = this.reactors.get(lifeline);
    if (reactor === undefined) throw new TypeError(lifeline);
    return reactor;
  }

  take(lifeline: Lifeline, body: Body, now = "1000"): Turn {
    const input: Input = { ...body, id: String(++this.#inputs), now: now as Nanos, random: new Uint8Array() };
    const turn = step(this.reactor(lifeline), this.state(lifeline), input);
    this.states.set(lifeline, turn.state);
    this.mail.push(...turn.messages);
    return turn;
  }

  start(inputs: { readonly [lifeline: Lifeline]: Vars } = {}): this {
    for (const lifeline of this.reactors.keys())
      this.take(lifeline, { kind: "start", inputs: inputs[lifeline] ?? {} });
    return this;
  }

  go(lifeline: Lifeline, now?: string): Turn {
    return this.take(lifeline, { kind: "go", thread: 0 }, now);
  }

  ready(lifeline: Lifeline): boolean {
    return ready(this.reactor(lifeline), this.state(lifeline)).length > 0;
  }

  /** Delivers all mail, or the message at one place of it. */
  deliver(place?: number): readonly Turn[] {
    const letters = place === undefined ? this.mail.splice(0) : this.mail.splice(place, 1);
    return letters.map((message) => this.take(message.to, { kind: "message", message }));
  }

  /** Starts the action at which a lifeline stands and answers it. */
  answer(lifeline: Lifeline, value: unknown): Turn {
    const key = this.go(lifeline).actions[0]?.key ?? "";
    return this.take(lifeline, { kind: "outcome", key, outcome: { kind: "ok", value: value as never } });
  }
}
