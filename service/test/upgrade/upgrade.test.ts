import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { keyRoutes, pathOf, prefixOf } from '../support/contract.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';
import { type OldDatabase, oldDatabase } from '../support/old-database.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { verify } from '../support/verify.ts';

/**
 * All rows that 0.1.0 itself wrote under the tests' SECRET_KEY until it was killed at work, and its answers to the
 * requests with an Idempotency-Key. Its endpoint for every event has the secret of the first line.
 */
const lines = readFileSync(new URL('./written-by-0.1.0.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const [{ key, secret }, ...kept] = lines.map((line) => JSON.parse(line));
type Answer = { method: string; path: string; body?: object; key: string; status: number; text: string };
const answers: Answer[] = kept.flatMap(({ answer }) => answer ?? []);

let database: OldDatabase;
let service: TestService;
let receiver: Receiver;

const call = (method: string, path: string, body?: object) =>
  service.request(method, `/api/v1${path}`, { key, ...(body && { body }) });

/** Repeats a request of 0.1.0. Its answer has the fields of that version, so today's schema does not apply. */
async function repeat({ method, path, body, key: idempotencyKey }: Answer) {
  const answer = await fetch(`${service.base}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'idempotency-key': idempotencyKey,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Restores the rows as that version left them, with endpoints on this machine, and its answers dated today. */
async function bringBack(): Promise<void> {
  const { client } = database;
  await client.query("SET session_replication_role = 'replica'");
  for (const { table, row } of kept) {
    if (!table) continue;
    const sql = `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`;
    await client.query(sql, [JSON.stringify(row)]);
  }
  await client.query('RESET session_replication_role');
  await client.query("SELECT setval('worlds_id_seq', (SELECT max(id) FROM worlds))");
  await client.query('UPDATE webhook_endpoints SET url = $1', [receiver.url]);
  await client.query('UPDATE idempotency_keys SET created_at = now()');
}

describe('a database that 0.1.0 wrote', () => {
  before(async () => {
    receiver = await startReceiver();
    database = await oldDatabase('0007');
    await bringBack();
    await migrate(database.url);
    service = await startTestService({}, database);
  });
  after(async () => {
    await service?.stop();
    await database?.drop();
    receiver?.close();
  });

  it('answers repeated keys as 0.1.0 did, byte for byte', async () => {
    assert.ok(answers.length > 15);
    for (const answer of answers) {
      const { method, path, status, text } = answer;
      const again = await repeat(answer);
      const bytes = (body: string) => (status < 300 ? body : body.replace(/"request_id":"\w+"|"doc_url":"[^"]+"/g, ''));
      assert.deepEqual([again.status, bytes(again.text)], [status, bytes(text)], `${method} ${path}`);
    }
  });

  it('sends the unsent deliveries of 0.1.0 once, with their bytes and their secret', async () => {
    const due = kept.filter(({ table, row }) => table === 'deliveries' && row.status === 'pending');
    assert.ok(due.length > 0);
    const payloads = new Map(kept.flatMap(({ table, row }) => (table === 'events' ? [[row.id, row.payload]] : [])));
    await call('POST', '/test/clock/advance', { seconds: 3600 });
    for (const { row } of due) {
      const { headers, raw } = await until(async () =>
        receiver.received.find(({ event }) => event.id === row.event_id),
      );
      assert.equal(raw, payloads.get(row.event_id));
      const signed = headers['service-signature'] as string;
      if (row.endpoint_id === endpointOfAll()) assert.ok(verify(signed, raw, secret, Date.now() / 1000));
    }
  });

  it('completes what was open, and its ledger is sound', async () => {
    await until(async () => {
      const { data } = (await call('GET', '/payments')).body;
      // Payments of the test phone 0008 never end.
      return data.every(({ status, customer }: any) => /succeeded|failed/.test(status) || customer.endsWith('0008'));
    });
    await until(async () =>
      (await call('GET', '/refunds')).body.data.every(({ status }: any) => status === 'succeeded'),
    );
    assert.deepEqual(await checkLedger(service.db), []);
  });

  it('reads its lists and records in the form of the contract', async () => {
    const reads = keyRoutes.filter(({ method, path }) => method === 'GET' && !path.includes('stream'));
    const tables = ['payments', 'refunds', 'transfers', 'events', 'webhook_endpoints', 'deliveries'];
    const ids = new Set(
      kept.flatMap(({ table, row }) => (tables.includes(table) && !row.deleted_at ? [row.id as string] : [])),
    );
    const read = async (path: string) => {
      const { status, body, text } = await service.request('GET', path, { key });
      // Keys keep the scopes that they had: payouts came later.
      assert.ok(status === 200 || /insufficient_scope|forbidden_account_type/.test(text), `GET ${path}: ${text}`);
      return body;
    };
    for (const route of reads.filter(({ path }) => !path.includes('{'))) {
      const days = (route.query as any)?.required?.includes('from') ? '?from=2026-01-01&to=2026-01-31' : '';
      const queries: Record<string, string> = {
        ...{ '/wallets/me': '?currency=XOF', '/search': '?q=order' },
        '/fees/quote': '?kind=payment&amount=1000&currency=XOF',
      };
      const query = queries[route.path] ?? days;
      // The general ledger is a file.
      const { data } = (await read(`/api/v1${route.path}${query}`)) ?? {};
      if (Array.isArray(data)) for (const { id } of data) if (id) ids.add(id);
    }
    let records = 0;
    for (const route of reads.filter(({ path }) => path.includes('{'))) {
      const prefix = prefixOf(route)!;
      for (const id of [...ids].filter((one) => one.startsWith(`${prefix}_`))) {
        await read(pathOf(route, { [prefix]: id }));
        records++;
      }
    }
    assert.ok(records > 60, `${records} records`);
  });
});

const endpointOfAll = (): string =>
  kept.find(({ table, row }) => table === 'webhook_endpoints' && row.events.includes('*')).row.id;
