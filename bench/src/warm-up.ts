import type { ServiceJob } from './load-service.ts';
import type { Measured } from './measure.ts';
import type { Options } from './options.ts';
import { inProcess } from './process.ts';
import type { Stage } from './stage.ts';
import { query } from './world.ts';

/**
 * Transfers before the first that count: a service runs for weeks, and its first ten seconds, in which V8 compiles what is
 * called often, are half as fast as the rest. The baseline, which is PostgreSQL alone, has nothing to compile.
 */
export async function warmUp(
  { service }: Stage,
  { quick, seed }: Pick<Options, 'quick' | 'seed'>,
  signal: AbortSignal,
): Promise<Measured> {
  const job = { clients: 256, shape: 'spread', seed: seed - 1, warmupMs: 0, windowMs: quick ? 1_000 : 15_000 } as const;
  const before: Measured = await inProcess('./load-service.ts', { ...job, ...service } satisfies ServiceJob, signal);
  if (!quick) await makeLogFiles(service.url);
  return before;
}

/**
 * In a new cluster a COMMIT waits each time that the log needs a file which PostgreSQL has to make first. After the first
 * checkpoint, a quarter of an hour at most, it takes old ones again: these are 2 GiB of them, for both sides.
 */
async function makeLogFiles(url: string): Promise<void> {
  await query(
    url,
    `SELECT count(pg_logical_emit_message(false, 'bench', repeat('x', 4194304))) FROM generate_series(1, 512)`,
  );
  await query(url, 'CHECKPOINT');
}
