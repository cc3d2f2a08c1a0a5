import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Build } from '../config/build.ts';
import type { Database } from '../db/database.ts';
import { DatabaseWentBack } from '../db/failure.ts';
import type { ReplicaState } from '../db/follow-standby.ts';

/**
 * If the database does not answer within this time, the load balancer must learn it. The connection itself is given up
 * after 24 s.
 */
const READY_MS = 5_000;

export type ProbeOptions = {
  readonly db: Database;
  readonly build: Build;
  /** The standby for reads, or null. It never makes the node unready. */
  readonly replica: () => ReplicaState | null;
  readonly metrics: { readonly type: string; readonly tell: () => Promise<string> };
  readonly shutdownDelaySeconds: number;
};

/** Answers load balancers and monitoring: liveness, readiness and metrics. */
export function registerProbes(
  app: FastifyInstance,
  { db, build, replica, metrics, shutdownDelaySeconds }: ProbeOptions,
): void {
  let leaving = false;
  // The server still listens, so requests are answered until the load balancer's next health check.
  app.addHook('preClose', async () => {
    leaving = true;
    await sleep(shutdownDelaySeconds * 1_000);
  });
  const late = () => sleep(READY_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('too late')));
  const ping = { name: 'ping', text: `SELECT current_setting('transaction_read_only') = 'off' AS writes` };
  const alive = JSON.stringify({ status: 'ok', ...build });
  app.get('/healthz', (_request, reply) => reply.type('application/json').send(alive));
  app.get('/readyz', async (_request, reply) => {
    if (leaving) return reply.code(503).type('application/json').send('{"status":"the node is stopping"}');
    try {
      const [server] = await Promise.race([db.query<{ writes: boolean }>(ping), late()]);
      if (!server!.writes)
        return reply.code(503).type('application/json').send('{"status":"the database is read-only"}');
      return reply.type('application/json').send(JSON.stringify({ status: 'ready', ...shown(replica()) }));
    } catch (error) {
      const status = error instanceof DatabaseWentBack ? error.message : 'the database cannot be reached';
      return reply.code(503).type('application/json').send(JSON.stringify({ status }));
    }
  });
  app.get('/metrics', async (_request, reply) => {
    try {
      return reply.type(metrics.type).send(await metrics.tell());
    } catch (error) {
      return reply
        .code(503)
        .type('text/plain')
        .send((error as Error).message);
    }
  });
}

const shown = (state: ReplicaState | null) =>
  state ? { replica: { status: state.status, lag_ms: state.lagMs === null ? null : Math.round(state.lagMs) } } : {};
