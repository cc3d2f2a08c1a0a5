import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { MOST_EXPORT_SCHEDULES, MOST_OPEN_EXPORTS } from '../../../contract/src/exports.ts';
import { startOfDay } from '../../src/core/periods.ts';
import { runSchedule } from '../../src/exports/schedule.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ ROLE: 'api' });
});
after(() => service.stop());

const query = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;
const schedule = (shop: TestMerchant, fields: object = {}) =>
  shop.call('POST', '/export_schedules', { resource: 'payments', format: 'csv', interval: 'daily', ...fields });

/** Moves the schedule to this period, whose end is past. */
const moveTo = (id: string, from: string) =>
  query(`UPDATE export_schedules SET period_from = $2::date, next_at = now() - interval '1 s' WHERE id = $1`, id, from);
const exportsOf = async (shop: TestMerchant): Promise<any[]> =>
  (await shop.call('GET', '/exports?order=asc&limit=100')).body.data;

it('a schedule creates one export for each period, with the bounds of the time zone', async () => {
  const shop = await service.merchant();
  const zones = [
    ['daily', 'America/Port-au-Prince', '2026-03-08', '2026-03-09'],
    ['weekly', 'Africa/Nairobi', '2026-01-05', '2026-01-12'],
    ['monthly', 'Europe/Paris', '2026-03-01', '2026-04-01'],
  ] as const;
  for (const [interval, zone, from, to] of zones) {
    const answer = await schedule(shop, { interval, time_zone: zone, filters: { status: 'succeeded' } });
    assert.equal(answer.status, 201, answer.text);
    const { id } = answer.body;
    await moveTo(id, from);
    assert.equal(await runSchedule(service.db), true);
    const made = (await exportsOf(shop)).at(-1);
    assert.deepEqual([made.schedule, made.status], [id, 'pending']);
    assert.deepEqual(made.filters, {
      status: 'succeeded',
      'created_at[gte]': new Date(startOfDay(from, zone)).toISOString(),
      'created_at[lt]': new Date(startOfDay(to, zone)).toISOString(),
    });
    const [row] = await query('SELECT period_from::text FROM export_schedules WHERE id = $1', id);
    assert.equal(row.period_from, to);
    await query('DELETE FROM export_schedules WHERE id = $1', id);
  }
});

it('periods that an outage missed follow one by one, and two nodes create each once', async () => {
  const shop = await service.merchant();
  const { id } = (await schedule(shop)).body;
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await moveTo(id, day(3));
  while ((await Promise.all([runSchedule(service.db), runSchedule(service.db)])).some(Boolean));
  const starts = (await exportsOf(shop)).map(({ filters }) => filters['created_at[gte]'].slice(0, 10));
  assert.deepEqual(starts, [day(3), day(2), day(1)].slice(0, starts.length));
  assert.ok(starts.length >= 2, 'yesterday ends five minutes after midnight');
});

it('a schedule waits while its world has too many open exports, and loses no period', async () => {
  const shop = await service.merchant();
  const { id } = (await schedule(shop)).body;
  for (let i = 0; i < MOST_OPEN_EXPORTS; i++)
    assert.equal((await shop.call('POST', '/exports', { resource: 'refunds', format: 'csv' })).status, 202);
  await moveTo(id, '2026-01-01');
  assert.equal(await runSchedule(service.db), true);
  const [row] = await query(
    'SELECT period_from::text, next_at > now() AS waits FROM export_schedules WHERE id = $1',
    id,
  );
  assert.deepEqual([row.period_from, row.waits], ['2026-01-01', true]);
  assert.equal((await exportsOf(shop)).length, MOST_OPEN_EXPORTS);
  await query('DELETE FROM export_schedules WHERE id = $1', id);
});

it('schedules are listed and deleted by their owner alone, and bounded', async () => {
  const [shop, stranger] = [await service.merchant(), await service.merchant()];
  const made = (await schedule(shop, { time_zone: 'Africa/Dakar' })).body;
  assert.deepEqual((await shop.call('GET', '/export_schedules')).body.data, [made]);
  assert.deepEqual((await stranger.call('GET', '/export_schedules')).body.data, []);
  assert.deepEqual(refusal(await stranger.call('DELETE', `/export_schedules/${made.id}`)), [404, 'not_found']);
  const { key } = await shop.newKey({ scopes: ['payouts:read'] });
  const lacking = await service.request('DELETE', `/api/v1/export_schedules/${made.id}`, { key });
  assert.deepEqual(refusal(lacking), [403, 'insufficient_scope']);
  for (let i = 1; i < MOST_EXPORT_SCHEDULES; i++) assert.equal((await schedule(shop)).status, 201);
  assert.deepEqual(refusal(await schedule(shop)), [422, 'too_many_export_schedules']);
  assert.equal((await shop.call('DELETE', `/export_schedules/${made.id}`)).body.deleted, true);
  assert.equal((await schedule(shop)).status, 201);
});

it('a time zone that does not exist and filters of time are refused by name', async () => {
  const shop = await service.merchant();
  const param = async (fields: object) => (await schedule(shop, fields)).body.error.param;
  assert.equal(await param({ time_zone: 'Mars/Olympus' }), 'time_zone');
  assert.equal(await param({ filters: { 'created_at[gte]': '2026-01-01T00:00:00Z' } }), 'filters.created_at[gte]');
  assert.equal(await param({ interval: 'hourly' }), 'interval');
});
