import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** The number of a process behind one port, from 1. A restarted process keeps the number. */
export type Place = { readonly PROCESS: string };

type Message = { readonly metrics: number; readonly text?: string | null };

/**
 * The text of /metrics. If several processes share one port, it has the metrics of all, labelled with their numbers.
 * They are not summed: a counter that one process restarts would lower the sum.
 * @returns a function that rejects if a process that just ended does not answer
 */
export function metricsSender(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  registry.setDefaultLabels({ process: process.env.PROCESS! });
  AggregatorRegistry.setRegistries(registry);
  // Makes this process answer when the first one collects metrics.
  new AggregatorRegistry();
  const asked = new Map<number, (text: string | null | undefined) => void>();
  let questions = 0;
  process.on('message', ({ metrics, text }: Message) => {
    asked.get(metrics)?.(text);
    asked.delete(metrics);
  });
  return async () => {
    const metrics = ++questions;
    const text = await new Promise<string | null | undefined>((resolve) => {
      asked.set(metrics, resolve);
      process.send!({ metrics } satisfies Message);
    });
    if (!text) throw new Error('a process did not report its metrics');
    return text;
  };
}

/** Runs in the process that holds the port. */
export function answerMetrics(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', async (worker, { metrics }: Partial<Message>) => {
    if (typeof metrics !== 'number') return;
    const text = await all.clusterMetrics().catch(() => null);
    if (worker.isConnected()) worker.send({ metrics, text } satisfies Message);
  });
}
