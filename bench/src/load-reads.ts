import { openConnection } from './http-connection.ts';
import { closedLoop, type Window } from './measure.ts';
import { serve } from './process.ts';

/** GET requests over HTTP to these paths in turn. */
export type ReadsJob = Window & { readonly base: string; readonly key: string; readonly paths: readonly string[] };

serve(async (job: ReadsJob) => {
  const { host, hostname, port } = new URL(job.base);
  const connections = await Promise.all(
    Array.from({ length: job.clients }, () => openConnection(hostname, Number(port))),
  );
  let turn = 0;
  const measured = await closedLoop(job, async (client) => {
    const path = job.paths[turn++ % job.paths.length];
    const answer = await connections[client]!.request(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${job.key}\r\n\r\n`,
    );
    if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`Expected 200: ${answer}`);
    return 0;
  });
  for (const connection of connections) connection.close();
  return measured;
});
