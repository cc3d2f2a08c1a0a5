import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Rialto, signWebhook, type WebhookEvent } from '../../sdk/src/rialto.ts';
import { startTestService, type TestService, until } from '../../service/test/support/harness.ts';
import { freePort } from '../../service/test/support/kill.ts';

type Example = {
  readonly name: string;
  readonly command: (port: number) => string[];
  /** The ids of the events that had an effect, read from the directory in which the example runs. */
  readonly done: (directory: string) => string[];
  /** Deletes the example's record of handled events. */
  readonly forget: (directory: string) => void;
};

const fileOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

const examples: Example[] = [
  {
    name: 'Python',
    command: () => ['python3', fileOf('python/receiver.py')],
    done: (directory) =>
      inDatabase(directory, (db) =>
        db
          .prepare('SELECT event FROM paid')
          .all()
          .map(({ event }) => String(event)),
      ),
    forget: (directory) => inDatabase(directory, (db) => db.exec('DELETE FROM events')),
  },
  {
    name: 'PHP',
    command: (port) => ['php', '-S', `127.0.0.1:${port}`, fileOf('php/webhook.php')],
    done: (directory) =>
      readFileSync(join(directory, 'events.csv'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('payment.succeeded'))
        .map((line) => line.split(',')[0]!),
    // The record and the effect are one line, so both are deleted.
    forget: (directory) => rmSync(join(directory, 'events.csv')),
  },
];

function inDatabase<T>(directory: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(directory, 'receiver.sqlite'), { timeout: 5_000 });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

describe('a webhook receiver', { concurrency: true }, () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  for (const example of examples) {
    const [runtime] = example.command(0);
    const missing = spawnSync(runtime!, ['--version']).error !== undefined;
    it(`in ${example.name}`, { skip: missing && `not installed: ${runtime}` }, () => check(service, example));
  }
});

async function check(service: TestService, { command, done, forget }: Example): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'rialto-example-'));
  let child: ChildProcess | undefined;
  try {
    const rialto = new Rialto({ apiKey: (await service.merchant()).key, baseUrl: service.base });
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/hook`;
    const { id, secret = '' } = await rialto.webhooks.create({ url, events: ['payment.succeeded', 'webhook.test'] });
    const [file, ...args] = command(port);
    const env = { PATH: process.env.PATH, PORT: String(port), RIALTO_WEBHOOK_SECRET: secret };
    child = spawn(file!, args, { cwd: directory, env, stdio: 'ignore' });
    await until(() =>
      fetch(url, { method: 'HEAD' }).then(
        () => true,
        () => false,
      ),
    );

    // The service's own deliveries.
    assert.equal((await rialto.webhooks.test(id)).status, 'succeeded');
    const payment = await rialto.payments.create({
      amount: 5000,
      currency: 'XOF',
      customer: '+221771234567',
      reference: 'a, "b" é',
    });
    const event = await until(async () => (await rialto.events.list({ type: 'payment.succeeded' })).data[0]);
    const delivery = await until(async () =>
      (await rialto.webhooks.listDeliveries(id)).data.find(
        (one) => one.event === event.id && one.status === 'succeeded',
      ),
    );
    assert.deepEqual(done(directory), [event.id]);

    // The service resends the event, and so does an attacker who has a copy.
    await rialto.deliveries.resend(delivery.id);
    await until(async () => (await rialto.deliveries.get(delivery.id)).attempts.length === 2);
    const send = (what: object | string, options: { secret?: string; timestamp?: number } = {}) =>
      post(url, what, { secret, ...options });
    assert.equal(await send(event), 200);
    assert.deepEqual(done(directory), [event.id], 'once');

    // Forged, old and unsigned deliveries.
    const forged = { ...event, id: 'evt_forged' } as WebhookEvent;
    assert.equal(await send(forged, { secret: `whsec_${'evil'.repeat(12)}` }), 400);
    assert.equal(await send(forged, { timestamp: Math.floor(Date.now() / 1000) - 400 }), 400);
    assert.equal((await fetch(url, { method: 'POST', body: JSON.stringify(forged) })).status, 400);
    assert.equal(await send('correctly signed but not JSON'), 500);
    assert.deepEqual(done(directory), [event.id]);
    assert.equal((await rialto.payments.get(payment.id)).status, 'succeeded');

    // While the secret is being rolled, the new secret is accepted too.
    const body = JSON.stringify({ ...event, id: 'evt_rolled' });
    const [old, fresh] = [
      await signWebhook({ secret: `whsec_${'gone'.repeat(12)}`, body }),
      await signWebhook({ secret, body }),
    ];
    const both = { ...old, 'Service-Signature-Next': fresh['Service-Signature']! };
    assert.equal((await fetch(url, { method: 'POST', headers: both, body })).status, 200);
    assert.deepEqual(done(directory), [event.id, 'evt_rolled']);

    // Control: without the record of handled events the work is done again.
    forget(directory);
    await send(event);
    assert.equal(done(directory).at(-1), event.id);
  } finally {
    child?.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
}

async function post(
  url: string,
  what: object | string,
  options: { secret: string; timestamp?: number },
): Promise<number> {
  const body = typeof what === 'string' ? what : JSON.stringify(what);
  return (await fetch(url, { method: 'POST', headers: await signWebhook({ body, ...options }), body })).status;
}
