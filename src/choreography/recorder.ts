import { hasLoneSurrogate, LightconeError, type Place, type StepId } from "../base/index.ts";
import { channels } from "./channels.ts";
import type { Block, Node, SourceMap } from "./ir.ts";
import { printSignature, type StepSignature } from "./step-name.ts";

/** The block being recorded: its path, and how often each signature has occurred in it. */
interface Frame {
  readonly path: string;
  /** Of the region: the messages of a block and of its control run on it. */
  readonly channel: string;
  readonly nodes: Node[];
  readonly seen: Map<string, number>;
}

/** What every statement may be given last. */
export interface StatementOptions {
  /** The step's name, unique in the choreography; it keeps the step's identity when the code around it moves. */
  readonly label?: string;
  /** Codes of warnings that are meant here: `lightcone validate` counts them and says no more. */
  readonly allow?: readonly string[];
}

/** A step that is being recorded: its id, place and channel, and a way to record a block inside it. */
export interface OpenStep {
  readonly step: StepId;
  readonly place: Place;
  readonly channel: string;
  /** Records a block; on a channel of its own where one is given. */
  readonly inside: (part: string, body: (() => void) | undefined, channel?: string) => Block;
}

/** What a building function has said. */
export interface Recorded {
  readonly body: Block;
  readonly sources: SourceMap;
  readonly allowed: { readonly [step: string]: readonly string[] };
}

/** Collects the steps of one choreography while its building function runs. */
export class Recorder {
  #frame: Frame = { path: "", channel: channels.main, nodes: [], seen: new Map() };
  #ended = false;
  readonly #sources = new Map<StepId, Place>();
  readonly #allowed = new Map<StepId, readonly string[]>();

  /**
   * Names a step and adds the node that `make` returns to the current block.
   *
   * @throws LightconeError `choreography/misuse` after the building function has returned; `choreography/name` for a bad label.
   */
  add(
    signature: StepSignature,
    options: StatementOptions,
    place: Place,
    make: (open: OpenStep) => Node,
  ): void {
    if (this.#ended) throw misuse("a statement was called after the choreography was complete", place);
    const frame = this.#frame;
    const step = this.#name(frame, signature, options, place);
    this.locate(step, place, options.allow);
    const inside: OpenStep["inside"] = (part, body, channel = frame.channel) => {
      this.#frame = { path: `${step}/${part}/`, channel, nodes: [], seen: new Map() };
      try {
        run(body ?? nothing, place);
        return this.#frame.nodes;
      } finally {
        this.#frame = frame;
      }
    };
    // The node is put in after its inner blocks are recorded, but its ordinal was taken before.
    frame.nodes.push(make({ step, place, channel: frame.channel, inside }));
  }

  /** Says where a step stands, and what it allows; steps inside a node that is given to {@link add} are told so. */
  locate(step: StepId, place: Place, allow: readonly string[] = []): void {
    this.#sources.set(step, place);
    if (allow.length > 0) this.#allowed.set(step, allow);
  }

  /** Runs the building function, and closes the recorder. */
  record(build: () => void): Recorded {
    try {
      run(build, {});
    } finally {
      this.#ended = true;
    }
    return {
      body: this.#frame.nodes,
      sources: Object.fromEntries(this.#sources),
      allowed: Object.fromEntries(this.#allowed),
    };
  }

  #name(frame: Frame, signature: StepSignature, options: StatementOptions, place: Place): StepId {
    const text = printSignature(signature);
    const ordinal = (frame.seen.get(text) ?? 0) + 1;
    frame.seen.set(text, ordinal);
    const { label } = options;
    if (label === undefined) {
      return `${frame.path}${text}${ordinal === 1 ? "" : `~${ordinal}`}` as StepId; // made by the rule of design 6.2
    }
    if (typeof label !== "string" || label === "" || hasLoneSurrogate(label)) {
      throw new LightconeError({ code: "choreography/name", what: "a label is empty or not text", place });
    }
    return label as StepId; // the author's
  }
}

function nothing(): void {}

function run(body: () => unknown, place: Place): void {
  const result = body();
  if (typeof result === "object" && result !== null && typeof Reflect.get(result, "then") === "function") {
    throw misuse(
      "an asynchronous function was given; what it does after its first `await` would be lost",
      place,
    );
  }
}

/** An error about a statement that cannot be recorded. */
export function misuse(what: string, place: Place): LightconeError {
  return new LightconeError({ code: "choreography/misuse", what, place });
}
