import type { Fault, NotTaken } from '../core/payment.ts';
import type { Pace } from './pace.ts';
import type { Rail } from './rail.ts';

/** The methods that call the provider. */
const methods = [
  'collect',
  'check',
  'withdraw',
  'refund',
  'checkRefund',
  'payOut',
  'checkPayOut',
  'payOutMany',
  'lookUp',
  'balance',
  'statement',
  'refresh',
] as const satisfies readonly (keyof Rail)[];

export type GuardOptions = {
  readonly pace: Pace;
  /** Replaces secrets in a text. */
  readonly hide: (text: string) => string;
  /** `begunAt` is on the clock of `performance.now`. */
  readonly onFault: (fault: Fault, answer: NotTaken, begunAt: number) => void;
};

/** The same rail, with its calls counted, its faults reported, and no secret in its errors. */
export function guardRail(rail: Rail, { pace, hide, onFault }: GuardOptions): Rail {
  type Call = (...asked: unknown[]) => Promise<unknown>;
  const note = (answer: unknown, begunAt: number): unknown => {
    if (!isNotTaken(answer)) return answer;
    const { fault, retryAfterMs, why } = answer;
    const shown = why === undefined ? answer : { ...answer, why: hide(why) };
    if (fault) onFault(fault, shown, begunAt);
    else if (retryAfterMs !== undefined) pace.quiet(retryAfterMs);
    return shown;
  };
  const guarded =
    (call: Call): Call =>
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
  const calls = methods.flatMap((method) => {
    const call = rail[method] as Call | undefined;
    return call ? [[method, guarded(call.bind(rail))] as const] : [];
  });
  return { ...rail, ...Object.fromEntries(calls) };
}

function isNotTaken(answer: unknown): answer is NotTaken {
  return typeof answer === 'object' && answer !== null && (answer as { state?: unknown }).state === 'not_taken';
}
