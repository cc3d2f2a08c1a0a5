import { Agent, request } from 'undici';
import { serve } from './process.ts';
import { query } from './world.ts';

/** POSTs the bodies of this world's events to these URLs in turn, without other work. Returns its own CPU seconds. */
export type CeilingJob = {
  readonly url: string;
  readonly urls: readonly string[];
  readonly posts: number;
  readonly clients: number;
};

serve(async ({ url, urls, posts, clients }: CeilingJob) => {
  const bodies = await query<{ payload: string }>(url, `SELECT payload FROM events ORDER BY id DESC LIMIT ${posts}`);
  if (bodies.length < posts) throw new Error(`Only ${bodies.length} events to send`);
  const dispatcher = new Agent({ connections: clients, pipelining: 1 });
  const headers = { 'content-type': 'application/json' };
  const before = process.cpuUsage();
  let next = 0;
  const run = async () => {
    while (next < posts) {
      const i = next++;
      const { statusCode, body } = await request(urls[i % urls.length]!, {
        method: 'POST',
        headers,
        body: bodies[i]!.payload,
        dispatcher,
      });
      if (statusCode !== 200) throw new Error(`Expected 200, got ${statusCode}`);
      await body.dump();
    }
  };
  await Promise.all(Array.from({ length: clients }, run));
  const { user, system } = process.cpuUsage(before);
  await dispatcher.close();
  return (user + system) / 1e6;
});
