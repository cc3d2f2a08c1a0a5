import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { type ExportResource, exportFilters, MOST_OPEN_EXPORTS } from '../../../contract/src/exports.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { paidOut } from '../support/payout-flows.ts';
import { exported, fileOf, linesOf } from './support.ts';

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
  await makeRecords();
});
after(() => service.stop());

const pay = async (fields: object = {}, by = shop) => {
  const body = { amount: 1_050, currency: 'USD', customer: '+221770000007', ...fields };
  const answer = await by.call('POST', '/payments', body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};

/** Some records of every resource, in two currencies. A payment settles, so that there are a fee and a refund. */
async function makeRecords(): Promise<void> {
  const [row] = (await service.db.pool.query('SELECT id FROM merchants WHERE id = $1', [shop.merchantId])).rows;
  assert.ok(row);
  await shop.wallet('USD', 500_000n);
  const wallet = await shop.wallet('XOF', 100_000n);
  await pay({ reference: 'first', description: '=1+1' });
  await pay({ reference: '@home', metadata: { note: 'b,"c' } });
  const settled = await pay({ customer: '+221771234567', currency: 'XOF', amount: 10_000 });
  await until(async () => (await shop.call('GET', `/payments/${settled.id}`)).body.status === 'succeeded');
  const to = (await shop.call('POST', '/wallets', { currency: 'XOF', label: 'Savings' })).body.id;
  for (const amount of [1, 2, 3])
    await shop.call('POST', '/wallets/transfer', {
      from: wallet,
      to,
      amount,
      currency: 'XOF',
      reference: `-${amount}`,
    });
  for (const amount of [10, 20]) await shop.call('POST', '/refunds', { payment: settled.id, amount });
  await paidOut(shop, [{ recipient: to, amount: 5 }]);
  await until(async () => {
    const { body } = await shop.call('GET', '/refunds');
    return body.data.every(({ status }: any) => status === 'succeeded');
  });
}

const listOf = async (path: string): Promise<any[]> =>
  (await shop.call('GET', `${path}${path.includes('?') ? '&' : '?'}order=asc&limit=100`)).body.data;

/** The records that the lists of the API show. */
async function recordsOf(resource: ExportResource): Promise<any[]> {
  if (resource !== 'entries' && resource !== 'fees') return listOf(`/${resource}`);
  const wallets = await listOf('/wallets');
  const entries = await Promise.all(wallets.map(({ id }) => listOf(`/wallets/${id}/entries`)));
  // The files say nothing about the records behind the lines.
  const inFile = entries.flat().map((entry) => ({ ...entry, about: null }));
  return inFile.filter(({ kind }) => resource === 'entries' || kind === 'fee');
}

describe('an export', () => {
  for (const resource of Object.keys(exportFilters) as ExportResource[]) {
    it(`of ${resource} has the records of the list in each format, oldest first`, async () => {
      const records = await recordsOf(resource);
      assert.ok(records.length > 0 || resource === 'fees');
      const [jsonl, csv, xlsx] = await Promise.all(
        ['jsonl', 'csv', 'xlsx'].map((format) => exported(shop, { resource, format })),
      );
      for (const one of [jsonl, csv, xlsx])
        assert.deepEqual([one.status, one.rows, one.failure], ['completed', records.length, null]);
      const lines = (await fileOf(service.base, shop, jsonl)).toString().split('\n').slice(0, -1);
      assert.deepEqual(
        lines.map((line) => JSON.parse(line)),
        records,
      );
      const [header, ...rows] = linesOf(await fileOf(service.base, shop, csv));
      assert.deepEqual([header![0], rows.map(([id]) => id)], ['id', records.map(({ id }) => id)]);
      const { sheets } = await readXlsx(await fileOf(service.base, shop, xlsx));
      assert.deepEqual([sheets.length, sheets[0]!.name], [1, resource]);
      assert.deepEqual(sheets[0]!.rows[0], header);
      assert.deepEqual(
        sheets[0]!.rows.slice(1).map(([id]) => id),
        records.map(({ id }) => id),
      );
    });
  }

  it('reports its end by an event with the request that created it', async () => {
    const { body, headers } = await shop.call('POST', '/exports', { resource: 'refunds', format: 'csv' });
    assert.deepEqual([body.status, body.rows, body.file, body.version], ['pending', 0, null, 1]);
    const event = await until(async () => {
      const events = (await shop.call('GET', '/events?type=export.completed')).body.data;
      return events.find((one: any) => one.data.object.id === body.id);
    });
    const { body: read } = await shop.call('GET', `/exports/${body.id}`);
    assert.deepEqual([event.data.object, event.data.previous_attributes], [read, { status: 'running' }]);
    assert.equal(event.request.id, headers.get('request-id'));
    assert.ok(Date.parse(read.expires_at) - Date.parse(read.completed_at) === 7 * 86_400_000);
  });

  it('writes amounts as exact numbers of major units and times as dates into a workbook', async () => {
    const done = await exported(shop, { resource: 'payments', format: 'xlsx', filters: { reference: 'first' } });
    const [record] = await listOf('/payments?reference=first');
    const [sheet] = (await readXlsx(await fileOf(service.base, shop, done))).sheets;
    const [names, cells] = sheet!.rows as [string[], unknown[]];
    const cell = (name: string) => cells[names.indexOf(name)];
    assert.deepEqual([cell('amount'), cell('currency'), cell('description')], [10.5, 'USD', '=1+1']);
    assert.equal((cell('created_at') as Date).toISOString(), record.created_at);
    assert.equal(cell('failed_at') ?? null, null);
  });

  it('defuses formulas in CSV', async () => {
    const done = await exported(shop, { resource: 'payments', format: 'csv', filters: { currency: 'USD' } });
    const text = (await fileOf(service.base, shop, done)).toString();
    assert.match(text, /,'=1\+1,/);
    assert.match(text, /,'@home,/);
    assert.doesNotMatch(text, /,[=@]/);
    assert.match(text, /"\{""note"":""b,\\""c""\}"\r\n$/);
  });

  it('is read by the owner’s keys alone, and its file only after its end', async () => {
    const done = await exported(shop, { resource: 'refunds', format: 'csv' });
    const stranger = await service.merchant();
    for (const path of [`/exports/${done.id}`, `/exports/${done.id}/file`])
      assert.deepEqual(refusal(await stranger.call('GET', path)), [404, 'not_found']);
    await service.db.pool.query(
      `UPDATE exports SET status = 'running', due_at = now() + interval '1 hour',
      completed_at = NULL, expires_at = NULL WHERE id = $1`,
      [done.id],
    );
    assert.deepEqual(refusal(await shop.call('GET', `/exports/${done.id}/file`)), [409, 'export_not_completed']);
    await service.db.pool.query('DELETE FROM exports WHERE id = $1', [done.id]);
  });
});

describe('the filters of an export', () => {
  const ids = async (filters: object, resource = 'payments') => {
    const done = await exported(shop, { resource, format: 'jsonl', filters });
    const lines = (await fileOf(service.base, shop, done)).toString().split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line).id);
  };

  it('are those of the list', async () => {
    const [first, second, third] = await listOf('/payments');
    const at = (word: string, { created_at }: any) => ({ [`created_at[${word}]`]: created_at });
    assert.deepEqual(await ids({ status: 'succeeded' }), [third.id]);
    assert.deepEqual(await ids({ reference: '@home' }), [second.id]);
    assert.deepEqual(await ids({ customer: '+221 77 123 45 67' }), [third.id]);
    assert.deepEqual(await ids({ ...at('gt', first), ...at('lt', third) }), [second.id]);
    assert.deepEqual(await ids({ ...at('gte', second), ...at('lte', second) }), [second.id]);
    assert.deepEqual(await ids(at('lt', first)), []);
    const [refund] = await listOf('/refunds');
    assert.equal((await ids({ payment: refund.payment }, 'refunds')).length, 2);
    const [payout] = await listOf('/payouts');
    const [item] = await listOf(`/payouts/${payout.id}/items`);
    assert.deepEqual(await ids({ item: item.id }, 'payouts'), [payout.id]);
    const wallet = await shop.wallet('USD');
    const entries = await listOf(`/wallets/${wallet}/entries`);
    assert.deepEqual(
      await ids({ wallet }, 'entries'),
      entries.map(({ id }) => id),
    );
    assert.deepEqual(await ids({ wallet, ...at('gt', entries.at(-1)) }, 'entries'), []);
  });

  it('are refused by name where the list does not have them', async () => {
    const refused = async (resource: string, filters: object) => {
      const answer = await shop.call('POST', '/exports', { resource, format: 'csv', filters });
      return [answer.status, answer.body.error.param, answer.body.error.message];
    };
    assert.deepEqual((await refused('transfers', { status: 'succeeded' })).slice(0, 2), [400, 'filters.status']);
    assert.deepEqual((await refused('payments', { color: 'red' })).slice(0, 2), [400, 'filters.color']);
    assert.deepEqual(await refused('payments', { status: 'completed' }), [
      ...[400, 'filters.status'],
      'filters.status: must be one of: pending, requires_action, processing, requires_capture, succeeded, failed',
    ]);
    assert.deepEqual((await refused('payments', { customer: '12' })).slice(0, 2), [400, 'filters.customer']);
    const other = await (await service.merchant()).wallet('XOF');
    assert.deepEqual((await refused('entries', { wallet: other })).slice(0, 2), [404, 'filters.wallet']);
  });
});

describe('a key', () => {
  it('needs the scope that reads the resource', async () => {
    const { key } = await shop.newKey({ scopes: ['payments:read'] });
    const call = (method: string, path: string, body?: object) =>
      service.request(method, `/api/v1${path}`, { key, ...(body ? { body } : {}) });
    const made = await exported(shop, { resource: 'transfers', format: 'csv' });
    const own = await call('POST', '/exports', { resource: 'refunds', format: 'csv' });
    assert.equal(own.status, 202);
    const refusals = [
      await call('POST', '/exports', { resource: 'payouts', format: 'csv' }),
      await call('GET', `/exports/${made.id}`),
      await call('GET', `/exports/${made.id}/file`),
      await call('POST', '/export_schedules', { resource: 'entries', format: 'csv', interval: 'daily' }),
    ];
    for (const answer of refusals) assert.deepEqual(refusal(answer), [403, 'insufficient_scope']);
    assert.match(refusals[0]!.headers.get('www-authenticate')!, /scope="payouts:read"/);
    const listed: any[] = (await call('GET', '/exports?limit=100')).body.data;
    assert.ok(listed.every(({ resource }) => resource === 'payments' || resource === 'refunds'));
    assert.ok(listed.some(({ id }) => id === own.body.id));
  });
});

it(`a world has at most ${MOST_OPEN_EXPORTS} open exports, and the others are not delayed by them`, async () => {
  const busy = await service.merchant();
  const body = { resource: 'payments', format: 'csv' };
  // Claimed by a process that does not answer.
  const stuck = async () => {
    const { id } = (await busy.call('POST', '/exports', body)).body;
    await service.db.pool.query(
      `UPDATE exports SET due_at = now() + interval '1 hour', status = 'running', claims = claims + 1,
      completed_at = NULL, expires_at = NULL WHERE id = $1`,
      [id],
    );
  };
  for (let i = 0; i < MOST_OPEN_EXPORTS; i++) await stuck();
  const answer = await busy.call('POST', '/exports', body);
  assert.deepEqual(refusal(answer), [429, 'too_many_exports']);
  assert.match(answer.body.error.message, /^5 exports wait or run already/);
  assert.ok(Number(answer.headers.get('retry-after')) > 0);
  assert.equal((await exported(await service.merchant(), body)).status, 'completed');
});
