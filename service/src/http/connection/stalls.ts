export type Stalls = {
  /** Whether this process was stalled a moment ago. */
  recently(): boolean;
  stop(): void;
};

/**
 * Detects that this process was stalled, by a migration of its virtual machine, a SIGSTOP, or a host without a free
 * core.
 * The clocks continue during a stall. Afterwards Node checks its time-outs before it reads its sockets, so a request
 * that arrived in time looks like one that never came.
 * @param longMs a shorter delay counts as a busy moment
 */
export function watchStalls({ everyMs = 1_000, longMs = 2_000 } = {}): Stalls {
  let lastPoll = performance.now();
  let stoodAt = Number.NEGATIVE_INFINITY;
  const poll = () => {
    const now = performance.now();
    if (now - lastPoll > everyMs + longMs) stoodAt = now;
    lastPoll = now;
    return now;
  };
  const timer = setInterval(poll, everyMs).unref();
  return {
    // Polls here too: Node's connection check is also a timer, and may run before this one.
    recently: () => poll() - stoodAt <= everyMs,
    stop: () => clearInterval(timer),
  };
}
