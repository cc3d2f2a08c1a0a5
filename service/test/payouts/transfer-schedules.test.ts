import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ENDED_DAYS } from '../../../contract/src/schedules.ts';
import { deleteEndedSchedules } from '../../src/payouts/schedules/store.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { type Member, memberOf } from '../support/members.ts';
import { newWallet } from '../support/payout-flows.ts';

let service: TestService;
let shop: TestMerchant;
let to: string;
let owner: Member;
before(async () => {
  service = await startTestService({ PAYOUT_APPROVAL_ABOVE: 'XOF:1000' });
  shop = await service.merchant();
  await shop.wallet('XOF', 100_000n);
  to = await newWallet(shop);
  owner = await memberOf(service, shop, 'owner');
});
after(() => service.stop());

let count = 0;
const bodyOf = (more: object = {}) => ({
  kind: 'transfer',
  name: `Savings ${++count}`,
  currency: 'XOF',
  rule: 'FREQ=MONTHLY;BYMONTHDAY=31',
  first_date: '2036-01-31',
  time: '09:00',
  time_zone: 'Africa/Nairobi',
  to,
  amount: 300,
  ...more,
});
type Caller = Pick<Member, 'call'>;
const create = async (more: object = {}, who: Caller = shop): Promise<any> => {
  const answer = await who.call('POST', '/schedules', bodyOf(more));
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};
const act = (who: Caller, { id }: any, verb: string, body?: object) =>
  who.call('POST', `/schedules/${id}/${verb}`, body);
const approve = (who: Caller, made: any) => act(who, made, 'approve', { version: made.version });
const read = async ({ id }: any): Promise<any> => (await shop.call('GET', `/schedules/${id}`)).body;
const query = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;
const balance = async (wallet = to): Promise<number> =>
  (await shop.call('GET', `/wallets/${wallet}`)).body.balance.available;
/** Makes the next run due, as if its time had come. */
async function makeDue({ id }: any, more = ''): Promise<void> {
  await query(
    `UPDATE payout_schedules SET run_at = now() - interval '1 s', rule_due_at = now() - interval '1 s',
       noticed = true${more}
     WHERE id = $1`,
    id,
  );
  service.db.node.wake('schedules');
}
const runOf = (made: any, fits: (run: any) => unknown = (run) => run): Promise<any> =>
  until(async () => {
    const { last_run } = await read(made);
    return last_run && fits(last_run) ? last_run : null;
  });
const keyWith = async (...scopes: any[]) => {
  const key = await shop.newKey({ scopes });
  const call = (method: string, path: string, body?: object) =>
    service.request(method, `/api/v1${path}`, { key: key.key, body });
  return { id: key.id, call: call as Member['call'] };
};

describe('a transfer schedule', () => {
  it('shows its next runs, and moves the money of each run once, also after it was set back', async () => {
    const made = await create({ description: 'For school' });
    assert.deepEqual(
      [made.status, made.interval, made.rule, made.to, made.totals, made.items, made.description],
      ['pending', 'rule', 'FREQ=MONTHLY;BYMONTHDAY=31', to, { count: 1, amount: 300 }, null, 'For school'],
    );
    const days = ['01-31', '03-31', '05-31', '07-31', '08-31'];
    assert.deepEqual(
      made.next_runs,
      days.map((day) => `2036-${day}T06:00:00.000Z`),
    );
    assert.deepEqual((await shop.call('GET', '/schedules?kind=transfer&limit=1')).body.data, [made]);
    const approved = await approve(owner, made);
    assert.deepEqual([approved.status, approved.body.approved_by], [200, owner.id]);
    const before = await balance();
    await makeDue(made);
    const { transfer, problem, payout } = await runOf(made);
    assert.deepEqual([problem, payout, await balance()], [null, null, before + 300]);
    const moved = (await shop.call('GET', `/transfers/${transfer}`)).body;
    assert.deepEqual(
      [moved.reference, moved.metadata, moved.description],
      [`${made.name} 2036-01-31`, { schedule: made.id }, 'For school'],
    );
    const events = (await shop.call('GET', '/events?type=transfer.succeeded&limit=100')).body.data;
    const event = events.find(({ data }: any) => data.object.id === transfer);
    assert.equal(event.request.id, null, 'no request made the run');
    assert.equal((await read(made)).next_at, '2036-03-31T06:00:00.000Z');
    // As a backup of the schedule from before the run.
    await makeDue(made, ', run = 0, last_run = NULL');
    assert.equal((await runOf(made)).problem, 'reference_already_used');
    assert.equal(await balance(), before + 300);
  });

  it('is approved by a key that may transfer, until the key is revoked', async () => {
    const [weak, strong] = [await keyWith('schedules:write'), await keyWith('schedules:write', 'wallets:write')];
    const made = await create({}, strong);
    assert.deepEqual(refusal(await approve(weak, made)), [403, 'insufficient_scope']);
    assert.equal((await approve(strong, made)).body.approved_by, strong.id);
    const before = await balance();
    await makeDue(made);
    assert.equal((await runOf(made)).problem, null);
    await query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', strong.id);
    await makeDue(made);
    await runOf(made, ({ problem }) => problem === 'approver_not_allowed');
    assert.deepEqual([(await read(made)).status, await balance()], ['pending', before + 300]);
    const items = [{ recipient: to, amount: 300 }];
    const plan = { kind: 'payout', items, to: undefined, amount: undefined };
    assert.deepEqual(refusal(await approve(shop, await create(plan))), [403, 'forbidden_account_type']);
  });

  it('ends with the rights of the person who approved it, and takes two people above the threshold', async () => {
    const leaving = await memberOf(service, shop, 'owner');
    const made = await create({ amount: 1_001 }, leaving);
    assert.deepEqual(refusal(await approve(leaving, made)), [403, 'forbidden_account_type']);
    assert.equal((await approve(owner, made)).status, 200);
    const other = await create();
    assert.equal((await approve(leaving, other)).status, 200);
    await query(`UPDATE memberships SET role = 'viewer' WHERE developer_id = $1`, leaving.id);
    const before = await balance();
    await makeDue(other);
    assert.equal((await runOf(other)).problem, 'approver_not_allowed');
    assert.deepEqual([(await read(other)).status, await balance()], ['pending', before]);
    const failed = (await shop.call('GET', '/events?type=schedule.failed&limit=100')).body.data;
    assert.equal(failed.filter(({ data }: any) => data.object.id === other.id).length, 1);
  });

  it('tries again while the wallet is empty or frozen, and says when there is no recipient', async () => {
    const wallet = await newWallet(shop);
    const made = await create({ wallet });
    await approve(owner, made);
    await makeDue(made);
    assert.equal((await runOf(made)).problem, 'insufficient_funds');
    await shop.call('POST', `/test/wallets/${wallet}/fund`, { amount: 1_000 });
    await shop.call('POST', `/test/wallets/${wallet}/freeze`, { reason: 'fraud' });
    await makeDue(made);
    await runOf(made, ({ problem }) => problem === 'wallet_frozen');
    const waiting = await read(made);
    assert.equal(waiting.next_at < '2036', true, 'the run waits');
    await shop.call('POST', `/test/wallets/${wallet}/unfreeze`);
    const before = await balance();
    await makeDue(made);
    await runOf(made, ({ transfer }) => transfer);
    assert.equal(await balance(), before + 300);
    const nobody = await create({ to: '+221770009999' });
    await approve(owner, nobody);
    await makeDue(nobody);
    assert.equal((await runOf(nobody)).problem, 'recipient_not_found');
    assert.equal((await read(nobody)).next_at, '2036-03-31T06:00:00.000Z');
  });

  it('waits for a person if more than one run was missed', async () => {
    const made = await create({ rule: 'FREQ=DAILY', first_date: '2026-01-05' });
    await approve(owner, made);
    const before = await balance();
    await makeDue(made, ', run = 0');
    assert.equal((await runOf(made)).problem, 'too_late');
    assert.deepEqual([(await read(made)).status, await balance()], ['paused', before]);
    const resumed = (await act(shop, made, 'resume')).body;
    assert.deepEqual([resumed.status, resumed.next_at > new Date().toISOString()], ['active', true]);
  });

  it('is not run, or changed into another, by a node of the version before', async () => {
    const made = await create();
    await approve(owner, made);
    for (const change of ['due_at = now()', `status = 'paused', due_at = NULL`])
      await assert.rejects(query(`UPDATE payout_schedules SET ${change} WHERE id = $1`, made.id), /check constraint/);
  });
});

it('a day is skipped without an approval, and is made again only with one', async () => {
  const made = await create();
  const { version } = (await approve(owner, made)).body;
  const skipped = (await act(shop, made, 'skip', { date: '2036-01-31' })).body;
  assert.deepEqual(
    [skipped.status, skipped.skipped_dates, skipped.next_at, skipped.version],
    ['active', ['2036-01-31'], '2036-03-31T06:00:00.000Z', version + 1],
  );
  const later = (await act(shop, made, 'skip', { date: '2036-05-31' })).body;
  // The first day is still to come, so it stays skipped.
  assert.deepEqual(later.skipped_dates, ['2036-01-31', '2036-05-31']);
  assert.deepEqual(later.next_runs.slice(0, 2), ['2036-03-31T06:00:00.000Z', '2036-07-31T06:00:00.000Z']);
  for (const date of ['2036-02-29', '2035-12-31']) {
    const answer = await act(shop, made, 'skip', { date });
    assert.deepEqual(
      [...refusal(answer), answer.body.error.details[0].reason],
      [...[400, 'validation_failed', 'not_a_run']],
    );
  }
  const again = (await shop.call('PATCH', `/schedules/${made.id}`, { skipped_dates: [] })).body;
  assert.deepEqual([again.status, again.next_at, again.approved_by], ['pending', '2036-01-31T06:00:00.000Z', null]);
  const once = await create({ rule: undefined, interval: 'once' });
  assert.deepEqual(refusal(await act(shop, once, 'skip', { date: '2036-01-31' })), [422, 'schedule_has_no_run']);
});

it('a pending schedule is neither paused nor resumed, and an ended one is deleted in time', async () => {
  const made = await create();
  for (const verb of ['pause', 'resume'])
    assert.deepEqual(refusal(await act(shop, made, verb)), [409, 'schedule_is_pending']);
  await approve(owner, made);
  assert.equal((await act(shop, made, 'pause')).body.status, 'paused');
  const changed = (await shop.call('PATCH', `/schedules/${made.id}`, { amount: 301 })).body;
  assert.deepEqual([changed.status, changed.totals.amount, changed.to], ['pending', 301, to]);
  const kept = await create();
  for (const one of [made, kept]) await act(shop, one, 'end');
  const age = (days: number, { id }: any) =>
    query(`UPDATE payout_schedules SET updated_at = now() - make_interval(days => $2) WHERE id = $1`, id, days);
  await age(ENDED_DAYS + 1, made);
  await age(ENDED_DAYS - 1, kept);
  await service.db.query(deleteEndedSchedules, [100]);
  assert.deepEqual(
    [(await shop.call('GET', `/schedules/${made.id}`)).status, (await read(kept)).status],
    [404, 'ended'],
  );
});

it('a schedule is in the zone of its merchant, and its last day is inclusive', async () => {
  await query(`UPDATE merchants SET time_zone = 'Europe/Paris' WHERE id = $1`, shop.merchantId);
  const made = await create({ rule: 'FREQ=DAILY;UNTIL=20360202', time_zone: undefined });
  assert.deepEqual(
    [made.time_zone, made.until, made.rule, made.next_runs],
    [
      ...['Europe/Paris', '2036-02-02', 'FREQ=DAILY;UNTIL=20360202'],
      ['2036-01-31T08:00:00.000Z', '2036-02-01T08:00:00.000Z', '2036-02-02T08:00:00.000Z'],
    ],
  );
  const monthly = await create({ rule: undefined, interval: 'monthly' });
  assert.deepEqual([monthly.rule, monthly.next_runs[1]], ['FREQ=MONTHLY;BYMONTHDAY=-1', '2036-02-29T06:00:00.000Z']);
});

it('bad rules and fields of the other kind are refused, with the part', async () => {
  const items = [{ recipient: to, amount: 300 }];
  for (const [more, param, reason] of [
    [{ rule: 'FREQ=YEARLY' }, 'rule', 'rule_value'],
    [{ rule: 'FREQ=DAILY;BYHOUR=9' }, 'rule', 'rule_part'],
    [{ rule: 'each Monday' }, 'rule', 'not_rule'],
    [{ interval: 'weekly' }, 'rule', 'not_together'],
    [{ rule: undefined }, 'interval', 'required_without'],
    [{ rule: undefined, interval: 'rule' }, 'rule', 'required'],
    [{ rule: 'FREQ=DAILY;UNTIL=20370101', until: '2037-01-01' }, 'until', 'not_together'],
    [{ rule: 'FREQ=DAILY;COUNT=3', until: '2037-01-01' }, 'until', 'not_together'],
    [{ to: undefined }, 'to', 'required'],
    [{ amount: undefined }, 'amount', 'required'],
    [{ items }, 'items', 'not_together'],
    [{ rail: 'sandbox' }, 'rail', 'not_together'],
    [{ kind: 'payout' }, 'to', 'not_together'],
    [{ kind: 'payout', to: undefined, amount: undefined }, 'items', 'required'],
  ] as const) {
    const { error } = (await shop.call('POST', '/schedules', bodyOf(more))).body;
    assert.deepEqual([error?.param, error?.details?.[0].reason], [param, reason], JSON.stringify(more));
  }
  const never = await shop.call(
    'POST',
    '/schedules',
    bodyOf({ rule: 'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=30', first_date: '2036-02-01' }),
  );
  assert.deepEqual(refusal(never), [422, 'schedule_has_no_run']);
});
