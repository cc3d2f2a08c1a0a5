import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Cut, Links, Processes, Service } from './links.ts';

export type Call =
  | { readonly name: 'processes'; readonly processes: Processes }
  | { readonly name: 'open'; readonly host: string; readonly service: Service; readonly port: number }
  | { readonly name: 'cut'; readonly cut: Cut }
  | { readonly name: 'reconnect' | 'close' };

const REFRESH_MS = 500;

/** Links in a thread of their own: the clients' work would delay etcd, whose answers are late after a second. */
export function startLinks(processes: () => Processes): Links {
  const worker = new Worker(new URL('./links-worker.ts', import.meta.url));
  const send = (call: Call) => worker.postMessage(call);
  const refresh = () => send({ name: 'processes', processes: processes() });
  // A host's PostgreSQL may start again while its links are cut.
  const refreshing = setInterval(refresh, REFRESH_MS).unref();
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other, so that each answer belongs to its call. */
  const ask = (call: Call): Promise<number> => {
    const answer = last.then(async () => {
      refresh();
      send(call);
      const [value] = await once(worker, 'message');
      return value as number;
    });
    last = answer;
    return answer;
  };
  return {
    open: (host, service, port) => ask({ name: 'open', host, service, port }),
    cut: async (cut) => void (await ask({ name: 'cut', cut })),
    reconnect: async () => void (await ask({ name: 'reconnect' })),
    close: async () => {
      clearInterval(refreshing);
      await ask({ name: 'close' });
      await worker.terminate();
    },
  };
}
