import { openConnection } from './http-connection.ts';
import { serve } from './process.ts';

/** Emits sample events of one kind, one per request, as fast as they are answered. */
export type EventsJob = {
  readonly base: string;
  readonly key: string;
  readonly type: string;
  readonly events: number;
  readonly clients: number;
};

serve(async ({ base, key, type, events, clients }: EventsJob) => {
  const { host, hostname, port } = new URL(base);
  const body = JSON.stringify({ type });
  const request =
    `POST /api/v1/test/events HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  let left = events;
  const run = async () => {
    const connection = await openConnection(hostname, Number(port));
    while (left-- > 0) {
      const answer = await connection.request(request);
      if (!answer.startsWith('HTTP/1.1 201 ')) throw new Error(`Expected 201: ${answer}`);
    }
    connection.close();
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: clients }, run));
  return performance.now() - began;
});
