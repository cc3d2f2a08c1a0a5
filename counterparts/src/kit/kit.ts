import { type Books, openBooks } from './books.ts';
import { type Callbacks, openCallbacks } from './callbacks.ts';
import type { Clock } from './clock.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

export type Settings = {
  /** The time of the control clock that a customer takes to approve, and a provider to pay out. */
  successAfterMs: number;
  /** True: the provider's amounts for tests decide outcomes too. */
  amountsDecide: boolean;
  /** Shortens (or lengthens) the life of new tokens. Null: as long as the provider's. */
  tokenLifeMs: number | null;
  [name: string]: unknown;
};

/** @returns true if the reference waited for an answer */
export type AnswerListener = (reference: string, outcome: Outcome) => boolean;

export type Kit = {
  /** Milliseconds since 1970 of the control clock: the real clock plus all that POST /_control/clock added. */
  now(): number;
  /** Runs `work` at a time of the control clock. */
  at(ms: number, work: () => void | Promise<void>): void;
  /**
   * Settles a request: runs `work` after `ms` of the control clock. Await it in `handle`: if the callback must come
   * before the answer, it runs `work` now and resolves when its callback was answered.
   */
  later(reference: string, ms: number, work: () => void | Promise<void>): Promise<void>;
  readonly books: Books;
  readonly callbacks: Callbacks;
  /** The outcome of a phone by its last four digits (docs/testing.md). */
  outcomeOf(phone: string): Outcome;
  /** POST /_control/answer {reference, outcome} settles a request that waits. */
  onAnswer(listener: AnswerListener): void;
  /** Asks the listeners. @returns false if none of them knows the reference as waiting */
  answer(reference: string, outcome: Outcome): boolean;
  /** The provider's face, for example 'http://127.0.0.1:4010'. */
  readonly url: string;
  /** POST /_control/settings changes them: read them at each use. */
  readonly settings: Settings;
};

const USUAL_WAIT_MS = 2_000;

export function createKit(url: string, clock: Clock): Kit {
  const callbacks = openCallbacks(clock);
  const listeners: AnswerListener[] = [];
  return {
    now: clock.now,
    at: clock.at,
    later: async (reference, ms, work) => {
      if (!callbacks.isEarly(reference)) return clock.at(clock.now() + ms, work);
      await work();
      await callbacks.settled(reference);
    },
    books: openBooks(clock.now),
    callbacks,
    outcomeOf,
    onAnswer: (listener) => void listeners.push(listener),
    answer: (reference, outcome) => listeners.some((listener) => listener(reference, outcome)),
    url,
    settings: { successAfterMs: USUAL_WAIT_MS, amountsDecide: false, tokenLifeMs: null },
  };
}
