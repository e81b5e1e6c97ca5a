import type { LightconeError } from "../../src/base/index.ts";
import type { ActionContext } from "../../src/choreography/index.ts";
import type { RunResult } from "../../src/engines/index.ts";
import type { RunEvent, Timers } from "../../src/runtime/index.ts";

/** A promise that the test settles. */
export interface Held<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

export function held<T>(): Held<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** An action that never ends by itself; tells its context when it begins. */
export class Endless {
  readonly begun: Held<ActionContext> = held();
  readonly run = (_args: unknown, context: ActionContext): Promise<never> => {
    this.begun.resolve(context);
    return new Promise(() => {});
  };
}

/** Timers that go off when the test says so. */
export class ManualTimers implements Timers {
  readonly set: { readonly milliseconds: number; readonly then: () => void }[] = [];
  now = 0;
  readonly after = (milliseconds: number, then: () => void): (() => void) => {
    const timer = { milliseconds: this.now + milliseconds, then };
    this.set.push(timer);
    return () => {
      const place = this.set.indexOf(timer);
      if (place >= 0) this.set.splice(place, 1);
    };
  };
  advance(milliseconds: number): void {
    this.now += milliseconds;
    for (const timer of this.set.filter((one) => one.milliseconds <= this.now)) {
      this.set.splice(this.set.indexOf(timer), 1);
      timer.then();
    }
  }
}

/** The host's next turns: enough for promises and immediates that are ready to have run. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** What an event is, in short: `A send`, with its step and round. */
export function told({ event, position }: RunEvent): string {
  return `${event.on}#${position} ${event.kind} ${event.step}${event.round.length > 0 ? `@${event.round.join(".")}` : ""}`;
}

export function errorIn(result: RunResult): LightconeError {
  if (result.status !== "failed") throw new TypeError(`the run is ${result.status}`);
  return result.error;
}
