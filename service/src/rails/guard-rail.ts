import type { Fault, NotTaken } from '../core/payment.ts';
import type { Pace } from './pace.ts';
import type { Rail } from './rail.ts';
import { type RailCall, wrapCalls } from './wrap-calls.ts';

export type GuardOptions = {
  readonly pace: Pace;
  /** Replaces secrets in a text. */
  readonly hide: (text: string) => string;
  /** `begunAt` is on the clock of `performance.now`. */
  readonly onFault: (fault: Fault, answer: NotTaken, begunAt: number) => void;
};

/** The same rail, with its calls counted, its faults reported, and no secret in its errors. */
export function guardRail(rail: Rail, { pace, hide, onFault }: GuardOptions): Rail {
  const note = (answer: unknown, begunAt: number): unknown => {
    if (!isNotTaken(answer)) return answer;
    const { fault, retryAfterMs, why } = answer;
    const shown = why === undefined ? answer : { ...answer, why: hide(why) };
    if (fault) onFault(fault, shown, begunAt);
    else if (retryAfterMs !== undefined) pace.quiet(retryAfterMs);
    return shown;
  };
  const guarded =
    (call: RailCall): RailCall =>
    async (...asked) => {
      const begunAt = performance.now();
      const end = pace.begin();
      try {
        const answer = await call(...asked);
        return Array.isArray(answer) ? answer.map((one) => note(one, begunAt)) : note(answer, begunAt);
      } catch (error) {
        throw new Error(hide(error instanceof Error ? error.message : String(error)));
      } finally {
        end();
      }
    };
  return wrapCalls(rail, guarded);
}

function isNotTaken(answer: unknown): answer is NotTaken {
  return typeof answer === 'object' && answer !== null && (answer as { state?: unknown }).state === 'not_taken';
}
