/** A provider's 429 may name any time. After a minute at most, one call tries again. */
const LONGEST_QUIET_MS = 60_000;

export type PaceLimits = {
  /** Calls per second of this node. */
  readonly perSecond: number | null;
  /** Unanswered calls of this node. */
  readonly concurrency: number | null;
};

export type Pace = {
  setLimits(limits: PaceLimits): void;
  /** How many more calls may begin now. `open` are unanswered calls that the caller knows of. */
  room(open: number): number;
  /** A call begins, whether there was room or not. @returns what to call at its end */
  begin(): () => void;
  /** The provider asked for fewer calls: none begins for this time. */
  quiet(ms: number): void;
  stop(): void;
};

/**
 * Bounds the calls of this node to one rail: a token bucket of one second, and a number of unanswered calls. Callers
 * that found no room are woken when there is some.
 */
export function createPace(wake: () => void, now: () => number = performance.now.bind(performance)): Pace {
  let limits: PaceLimits = { perSecond: null, concurrency: null };
  let tokens = Number.POSITIVE_INFINITY;
  let filledAt = now();
  let quietUntil = Number.NEGATIVE_INFINITY;
  let inFlight = 0;
  let isWaitedFor = false;
  let timer: NodeJS.Timeout | null = null;

  const most = () => (limits.perSecond === null ? Number.POSITIVE_INFINITY : Math.max(limits.perSecond, 1));
  const fill = () => {
    const at = now();
    const gained = limits.perSecond === null ? Number.POSITIVE_INFINITY : ((at - filledAt) / 1000) * limits.perSecond;
    tokens = Math.min(tokens + gained, most());
    filledAt = at;
  };
  const wakeIn = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = null;
      wake();
    }, Math.ceil(ms));
  };
  return {
    setLimits: (given) => {
      fill();
      const isFirst = limits.perSecond === null;
      limits = given;
      tokens = isFirst ? most() : Math.min(tokens, most());
    },
    room: (open) => {
      fill();
      const quietMs = quietUntil - now();
      if (quietMs > 0) {
        wakeIn(quietMs);
        return 0;
      }
      if (tokens < 1) {
        wakeIn(((1 - tokens) / limits.perSecond!) * 1000);
        return 0;
      }
      const free = (limits.concurrency ?? Number.POSITIVE_INFINITY) - Math.max(open, inFlight);
      if (free <= 0) isWaitedFor = true;
      return Math.max(Math.min(free, Math.floor(tokens)), 0);
    },
    begin: () => {
      fill();
      tokens -= 1;
      inFlight += 1;
      return () => {
        inFlight -= 1;
        if (!isWaitedFor) return;
        isWaitedFor = false;
        wake();
      };
    },
    quiet: (ms) => {
      quietUntil = Math.max(quietUntil, now() + Math.min(ms, LONGEST_QUIET_MS));
    },
    stop: () => {
      if (timer) clearTimeout(timer);
    },
  };
}
