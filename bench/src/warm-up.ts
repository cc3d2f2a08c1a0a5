import type { ServiceJob } from './load-service.ts';
import type { Measured } from './measure.ts';
import type { Options } from './options.ts';
import { inProcess } from './process.ts';
import type { Stage } from './stage.ts';
import { query } from './world.ts';

/**
 * Transfers that are not counted. A service runs for weeks, and its first ten seconds, in which V8 compiles hot code,
 * are half as fast as the rest. The baseline is only PostgreSQL and has nothing to compile.
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
 * In a new cluster a COMMIT waits whenever the WAL needs a new file, which PostgreSQL must create first. After the
 * first checkpoint, at most a quarter of an hour later, PostgreSQL reuses old files. This creates 2 GiB of them, for
 * both sides.
 */
async function makeLogFiles(url: string): Promise<void> {
  await query(
    url,
    `SELECT count(pg_logical_emit_message(false, 'bench', repeat('x', 4194304))) FROM generate_series(1, 512)`,
  );
  await query(url, 'CHECKPOINT');
}
