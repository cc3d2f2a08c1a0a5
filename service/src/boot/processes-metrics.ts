import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** Which of the processes behind one port it is, from 1: one that takes another's place has its number. */
export type Place = { readonly PROCESS: string };

type Message = { readonly metrics: number; readonly text?: string | null };

/**
 * What /metrics tells: where several processes answer behind one port, of all of them, each with its number as a label.
 * Not as sums: a counter that one of them began again would take back what the others have counted.
 * @returns rejects where a process that has just ended does not answer
 */
export function metricsSender(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  registry.setDefaultLabels({ process: process.env.PROCESS! });
  AggregatorRegistry.setRegistries(registry);
  // Answers for this process when the first one gathers.
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

/** In the process that holds the port. */
export function answerMetrics(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', async (worker, { metrics }: Partial<Message>) => {
    if (typeof metrics !== 'number') return;
    const text = await all.clusterMetrics().catch(() => null);
    if (worker.isConnected()) worker.send({ metrics, text } satisfies Message);
  });
}
