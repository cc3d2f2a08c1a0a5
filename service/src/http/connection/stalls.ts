export type Stalls = {
  /** Whether this process stood still a moment ago. */
  recently(): boolean;
  stop(): void;
};

/**
 * Knows when this process stood still: a virtual machine that was moved, a SIGSTOP, a host without a core to spare. Clocks
 * went on meanwhile, and once it goes on, Node looks at its clocks before it reads what came: a request that was there in
 * time looks like one that never was.
 * @param longMs what is longer is no busy moment
 */
export function watchStalls({ everyMs = 1_000, longMs = 2_000 } = {}): Stalls {
  let seen = performance.now();
  let stoodAt = Number.NEGATIVE_INFINITY;
  const poll = () => {
    const now = performance.now();
    if (now - seen > everyMs + longMs) stoodAt = now;
    seen = now;
    return now;
  };
  const timer = setInterval(poll, everyMs).unref();
  return {
    // Whichever timer is the first: Node looks at connections by one, too, in the same turn or the next.
    recently: () => poll() - stoodAt <= everyMs,
    stop: () => clearInterval(timer),
  };
}
