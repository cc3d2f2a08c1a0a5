import type { LookedUp, LookUp, Rails } from './rail.ts';

/** A payment waits for it, so a slow provider must not answer later than that. */
const PATIENCE_MS = 2_000;
/** A provider limits questions about one number (Wave: 30 in five minutes), and an answer changes seldom. */
const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 10_000;
/** Answered questions of one world per minute: with more, somebody collects which phones have accounts, and names. */
const ANSWERED_PER_MINUTE = 60;
/** Payments of one world per minute whose rail is looked for. The answer only shows in the rail. */
const ROUTED_PER_MINUTE = 600;

export type LookUps = {
  /**
   * Asks a rail's provider about a phone.
   * @returns null if the rail cannot say, is held back, has no room, or does not answer within two seconds
   */
  ask(rail: string, question: LookUp): Promise<LookedUp | null>;
  /** Counts a question whose answer a caller of this world gets. False: too many within this minute. */
  mayAnswer(world: number): boolean;
  /** Counts a payment of this world that is routed by lookups. False: too many within this minute. */
  mayRoute(world: number): boolean;
};

/** Questions about phones, with a short memory. Concurrent equal questions share one call. */
export function createLookUps(rails: Rails, now: () => number = performance.now.bind(performance)): LookUps {
  const kept = new Map<string, { readonly until: number; readonly answer: Promise<LookedUp | null> }>();
  const open = new Map<string, number>();
  const answered = countPerMinute(now);
  const routed = countPerMinute(now);

  const call = async (rail: string, question: LookUp): Promise<LookedUp | null> => {
    const lookUp = rails.get(rail)?.lookUp;
    const before = open.get(rail) ?? 0;
    if (!lookUp || rails.heldBack(rail) || rails.room(rail, before) < 1) return null;
    open.set(rail, before + 1);
    const answer = Promise.resolve(lookUp(question))
      .catch(() => null)
      .finally(() => open.set(rail, open.get(rail)! - 1));
    return within(PATIENCE_MS, answer);
  };

  return {
    mayAnswer: (world) => answered(world) <= ANSWERED_PER_MINUTE,
    mayRoute: (world) => routed(world) <= ROUTED_PER_MINUTE,
    ask: (rail, question) => {
      const { phone, currency, name, amount } = question;
      const key = [rail, phone, currency, amount, name].join(' ');
      const before = kept.get(key);
      if (before && before.until > now()) return before.answer;
      const answer = call(rail, question);
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(key, { until: now() + KEPT_MS, answer });
      // An unanswered question is asked again at once.
      void answer.then((found) => found === null && kept.get(key)?.answer === answer && kept.delete(key));
      return answer;
    },
  };
}

/** Counts per world, in windows of a minute. All windows begin at the same time, so the map is cleared with them. */
function countPerMinute(now: () => number): (world: number) => number {
  let window = 0;
  let counts = new Map<number, number>();
  return (world) => {
    const current = Math.floor(now() / 60_000);
    if (current !== window) counts = new Map();
    window = current;
    const count = (counts.get(world) ?? 0) + 1;
    counts.set(world, count);
    return count;
  };
}

function within<T>(ms: number, answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
