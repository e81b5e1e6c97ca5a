import {
  type Clock,
  type Lifeline,
  LightconeError,
  type Nanos,
  type Signal,
  thrownMessage,
  type Vars,
} from "../base/index.ts";
import {
  type ActionRequest,
  Ending,
  errorOf,
  type Implementation,
  type Input,
  implementationOf,
  initialState,
  type Message,
  type Move,
  type Outcome,
  perform,
  type RunEvent,
  type Schedule,
  schemasOf,
  step,
  stuckError,
  type Timers,
  type Turn,
  type Workflow,
} from "../runtime/index.ts";
import type { RunResult } from "./options.ts";
import { pause } from "./ports.ts";
import { notPossible } from "./recorded-scheduler.ts";
import { schedulerOf } from "./scheduler.ts";
import { type Hosted, type Scheduler, type World, worldOf } from "./world.ts";

/** What a {@link MemoryRun} is made of. */
export interface MemoryRunParts {
  readonly workflow: Workflow;
  readonly stores: ReadonlyMap<Lifeline, Vars>;
  readonly implementations: readonly Implementation[];
  readonly schedule: Schedule;
  readonly run: string;
  readonly clock: Clock;
  /** The random bytes of one input; none where nothing needs any. */
  readonly random: () => Uint8Array;
  readonly timers: Timers;
  readonly onEvent: (event: RunEvent) => void;
  readonly onAction: (lifeline: Lifeline, request: ActionRequest) => void;
}

/** What came of an action, and what was thrown where it failed. */
interface Answer {
  readonly lifeline: Lifeline;
  readonly outcome: Outcome;
  readonly thrown: unknown;
}

/** Milliseconds of turns after which timers and signals get their chance. */
const SLICE = 10;

type End =
  | { readonly status: "done" }
  | { readonly status: "failed"; readonly error: LightconeError }
  | { readonly status: "cancelled"; readonly reason: string };

/** What `abort(reason)` was given, where it says something of its own. */
function reasonOf(signal: Signal | undefined): string {
  const reason: unknown = signal?.reason;
  const said = typeof reason === "string" || (reason instanceof Error && reason.name !== "AbortError");
  return said ? thrownMessage(reason) : "the run was cancelled";
}

/** One run in memory: holds the lifelines' states, takes turns one at a time, performs actions concurrently. */
export class MemoryRun {
  readonly #parts: MemoryRunParts;
  readonly #hosted = new Map<Lifeline, Hosted>();
  readonly #answers = new Map<string, Answer>();
  readonly #ending = new Ending();
  readonly #scheduler: Scheduler;
  #wake: () => void = () => {};
  #end: End | null = null;
  #inputs = 0;

  constructor(parts: MemoryRunParts) {
    this.#parts = parts;
    for (const [lifeline, reactor] of parts.workflow.reactors) {
      this.#hosted.set(lifeline, { reactor, state: initialState(reactor, parts.run) });
    }
    this.#scheduler = schedulerOf(parts.schedule, this.#world());
  }

  /** Runs to the end; aborting the signal cancels. */
  async run(signal: Signal | undefined): Promise<RunResult> {
    const cancel = (): void => this.#finish({ status: "cancelled", reason: reasonOf(signal) });
    signal?.addEventListener("abort", cancel, { once: true });
    if (signal?.aborted) cancel();
    try {
      await this.#loop();
    } catch (error) {
      this.#ending.end(); // no end of a run, but actions must not outlive it
      throw error;
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
    const end = this.#end ?? { status: "done" };
    const done = end.status === "done";
    const results = [...this.#hosted].map(
      ([
        on,
        {
          state: { status },
        },
      ]) => [on, done && status.kind === "done" ? status.result : {}] as const,
    );
    return { run: this.#parts.run, results: Object.fromEntries(results), ...end };
  }

  async #loop(): Promise<void> {
    for (const [lifeline, inputs] of this.#parts.stores)
      this.#take(lifeline, { kind: "start", inputs, ...this.#frame() });
    let sliceEnds = Date.now() + SLICE;
    for (let turns = 1; this.#end === null; turns++) {
      const next = this.#nextMove();
      const move = next instanceof Promise ? await next : next;
      if (this.#end !== null) return;
      if (move === null) return this.#settle();
      if (move.kind === "outcome") await this.#conclude(move.lifeline, move.key);
      else this.#go(move);
      if (turns % 64 === 0 && Date.now() >= sliceEnds) {
        await pause();
        sliceEnds = Date.now() + SLICE;
      }
    }
  }

  #nextMove(): Move | null | Promise<Move | null> {
    try {
      return this.#scheduler.next();
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  #go(move: Extract<Move, { kind: "go" }>): void {
    const turn = this.#take(move.lifeline, this.#goInput(move.thread));
    const kind = turn?.events[0]?.event.kind;
    if (move.expects !== undefined && kind !== undefined && kind !== move.expects.kind) {
      this.#fail(notPossible(move.expects, `${move.lifeline} did a ${kind}, not a ${move.expects.kind}`));
    }
  }

  async #conclude(lifeline: Lifeline, key: string): Promise<void> {
    while (this.#end === null && !this.#answers.has(key)) {
      await this.#changed();
      // The outcome that a schedule waits for may never come; a failure elsewhere ends the run all the same.
      for (const [failed, answer] of this.#answers) {
        if (answer.outcome.kind === "failed") return this.#answer(answer.lifeline, failed);
      }
    }
    this.#answer(lifeline, key);
  }

  #answer(lifeline: Lifeline, key: string): void {
    const answer = this.#answers.get(key);
    this.#answers.delete(key);
    if (answer === undefined || this.#end !== null) return;
    this.#take(lifeline, { kind: "outcome", key, outcome: answer.outcome, ...this.#frame() }, answer.thrown);
  }

  /** One turn: the input, `step`, the commit. */
  #take(lifeline: Lifeline, input: Input, thrown?: unknown): Turn | undefined {
    const hosted = this.#hosted.get(lifeline);
    if (hosted === undefined) return undefined;
    try {
      const turn = step(hosted.reactor, hosted.state, input);
      hosted.state = turn.state;
      this.#commit(lifeline, turn, input.now);
      const { status } = turn.state;
      if (status.kind === "failed")
        this.#fail(errorOf(status.error, this.#parts.workflow.definition.sources, thrown));
      return turn;
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  // The two inputs that a run consists of are written out: spreading the common part costs a microsecond each.
  #goInput(thread: number): Input {
    return {
      kind: "go",
      thread,
      id: this.#nextId(),
      now: this.#parts.clock.now(),
      random: this.#parts.random(),
    };
  }

  #messageInput(message: Message, now: Nanos): Input {
    return { kind: "message", message, id: this.#nextId(), now, random: this.#parts.random() };
  }

  /** What every input carries. */
  #frame(): { readonly id: string; readonly now: Nanos; readonly random: Uint8Array } {
    return { id: this.#nextId(), now: this.#parts.clock.now(), random: this.#parts.random() };
  }

  #nextId(): string {
    this.#inputs += 1;
    return `${this.#inputs}`;
  }

  /** Everything of a turn takes effect together; messages are in their receivers' inboxes at once. */
  #commit(lifeline: Lifeline, turn: Turn, now: Nanos): void {
    for (const event of turn.events) this.#parts.onEvent(event);
    for (const message of turn.messages) this.#take(message.to, this.#messageInput(message, now));
    this.#scheduler.touched(lifeline); // after the receivers, so that they move first
    for (const request of turn.actions) this.#perform(lifeline, request);
  }

  #perform(lifeline: Lifeline, request: ActionRequest): void {
    const { implementations, workflow, timers } = this.#parts;
    const implementation = implementationOf(implementations, lifeline, request.action);
    if (implementation === undefined) return; // required before the run began
    this.#parts.onAction(lifeline, request);
    const schemas = schemasOf(workflow.definition, lifeline, request.action);
    let thrown: unknown;
    const onThrow = (cause: unknown): void => {
      thrown = cause;
    };
    const ending = this.#ending;
    void perform({ lifeline, request, implementation, schemas, timers, ending, onThrow }).then((outcome) => {
      this.#answers.set(request.key, { lifeline, outcome, thrown });
      this.#wake();
    });
  }

  /** Nothing can move and no action is open: all have ended, or the run is stuck. */
  #settle(): void {
    const states = Array.from(this.#hosted.values(), ({ state }) => state);
    if (this.#end === null && states.some((state) => state.status.kind !== "done")) {
      const reactors = this.#parts.workflow.reactors;
      this.#finish({ status: "failed", error: stuckError(states, reactors) });
    }
  }

  #fail(error: unknown): void {
    const known = error instanceof LightconeError;
    if (!known) throw error;
    this.#finish({ status: "failed", error });
  }

  /** The first end counts; open actions are aborted and every lifeline is told. */
  #finish(end: End): void {
    if (this.#end !== null) return;
    this.#end = end;
    this.#ending.end();
    const reason =
      end.status === "failed"
        ? "another lifeline failed"
        : end.status === "cancelled"
          ? end.reason
          : "the run ended";
    for (const lifeline of this.#hosted.keys())
      this.#take(lifeline, { kind: "cancel", reason, ...this.#frame() });
    this.#wake();
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => {
      const previous = this.#wake;
      this.#wake = () => {
        this.#wake = () => {};
        previous();
        resolve();
      };
    });
  }

  #world(): World {
    return worldOf({
      lifelines: this.#parts.workflow.lifelines,
      hosted: this.#hosted,
      answered: () => {
        for (const [key, { lifeline }] of this.#answers) return { kind: "outcome", lifeline, key };
        return undefined;
      },
      changed: () => this.#changed(),
    });
  }
}
