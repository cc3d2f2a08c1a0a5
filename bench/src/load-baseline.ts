import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { newId } from '../../service/src/kernel/new-id.ts';
import { closedLoop, type Window } from './measure.ts';
import { serve } from './process.ts';
import { CURRENCY, drawTransfers, type Shape, type Transfer } from './transfers.ts';

/** Transfers by `bench_transfer`, each with one transaction and one round trip. */
export type BaselineJob = Window & {
  readonly url: string;
  readonly world: number;
  readonly wallets: readonly string[];
  readonly shape: Shape;
  readonly seed: number;
};

const text = 'SELECT bench_transfer($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)';

serve(async (job: BaselineJob) => {
  const clients = await Promise.all(
    Array.from({ length: job.clients }, async () => {
      const client = new pg.Client({ connectionString: job.url });
      await client.connect();
      return client;
    }),
  );
  const draw = drawTransfers(job.wallets, job.shape, job.seed);
  const fingerprint = Buffer.alloc(32, 7);
  const measured = await closedLoop(job, async (i) => {
    const transfer = draw();
    const [id, event, key] = [newId('trf'), newId('evt'), randomUUID()];
    const body = renderTransfer(id, transfer);
    const payload = renderEvent(event, body, key);
    const { from, to, amount } = transfer;
    const values = [job.world, id, event, from, to, amount, CURRENCY, key, fingerprint, body, payload];
    await clients[i]!.query({ name: 'bench_transfer', text, values });
    return amount;
  });
  await Promise.all(clients.map((client) => client.end()));
  return measured;
});

// The same texts that the service writes for a transfer, except for their values. verify.ts compares their sizes.

function renderTransfer(id: string, { from, to, amount }: Transfer): string {
  return (
    `{"id":"${id}","object":"transfer","livemode":false,"created_at":"${new Date().toISOString()}","metadata":{},` +
    `"from":"${from}","to":"${to}","amount":${amount},"currency":"${CURRENCY}","status":"succeeded",` +
    `"reference":null,"description":null}`
  );
}

function renderEvent(id: string, object: string, key: string): string {
  return (
    `{"id":"${id}","object":"event","type":"transfer.succeeded","api_version":"v1",` +
    `"created_at":"${new Date().toISOString()}","livemode":false,"metadata":{},` +
    `"data":{"object":${object}},"request":{"id":"req_${id.slice(4)}","idempotency_key":"${key}"}}`
  );
}
