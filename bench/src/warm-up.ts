import type { ServiceJob } from './load-service.ts';
import type { Measured } from './measure.ts';
import type { Options } from './options.ts';
import { inProcess } from './process.ts';
import type { Stage } from './stage.ts';

/**
 * Transfers before the first that count: a service runs for weeks, and its first ten seconds, in which V8 compiles what is
 * called often, are half as fast as the rest. The baseline, which is PostgreSQL alone, has nothing to compile.
 */
export function warmUp(
  { service }: Stage,
  { quick, seed }: Pick<Options, 'quick' | 'seed'>,
  signal: AbortSignal,
): Promise<Measured> {
  const job = { clients: 256, shape: 'spread', seed: seed - 1, warmupMs: 0, windowMs: quick ? 1_000 : 15_000 } as const;
  return inProcess('./load-service.ts', { ...job, ...service } satisfies ServiceJob, signal);
}
