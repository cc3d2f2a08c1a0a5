import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bothWorlds, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { inviteAs, type Member, memberOf } from '../support/members.ts';
import { newWallet, payoutWith } from '../support/payout-flows.ts';
import { startReceiver } from '../support/receiver.ts';

/** A person's payout above 1 000 needs a second person, and so does a schedule. */
let service: TestService;
let shop: TestMerchant;
let to: string;
let boss: Member;
let owner: Member;
before(async () => {
  service = await startTestService({ ...bothWorlds, PAYOUT_APPROVAL_ABOVE: 'XOF:1000', PAYOUT_PENDING_SECONDS: '0' });
  shop = await service.merchant();
  await shop.wallet('XOF', 100_000n);
  to = await newWallet(shop);
  boss = await memberOf(service, shop, 'merchant');
  owner = await memberOf(service, shop, 'owner');
});
after(() => service.stop());

let count = 0;
const bodyOf = (more: object = {}) => ({
  name: `Salaries ${++count}`,
  currency: 'XOF',
  interval: 'monthly',
  first_date: '2036-01-31',
  time: '09:00',
  time_zone: 'Africa/Nairobi',
  items: [{ recipient: to, amount: 300, reference: 'emp-1', name: 'Awa' }],
  ...more,
});
const create = async (who: Pick<Member, 'call'>, more: object = {}): Promise<any> => {
  const answer = await who.call('POST', '/schedules', bodyOf(more));
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};
const read = async (id: string): Promise<any> => (await shop.call('GET', `/schedules/${id}`)).body;
const approve = (who: Pick<Member, 'call'>, { id, version }: any) =>
  who.call('POST', `/schedules/${id}/approve`, { version });
const query = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;
/** Moves the next run to a time and wakes the worker, as if the time had come. */
async function moveRun(id: string, ago = '1 second'): Promise<void> {
  await query(
    `UPDATE payout_schedules SET run_at = now() - $2::interval, due_at = now() - $2::interval WHERE id = $1`,
    ...[id, ago],
  );
  service.db.node.wake('schedules');
}
const lastRun = (id: string): Promise<any> => until(async () => (await read(id)).last_run);
const payouts = async (): Promise<number> => (await shop.call('GET', '/payouts?limit=100')).body.data.length;

describe('a schedule', () => {
  it('shows its runs at creation: a short month has its run on the last day', async () => {
    const made = await create(boss);
    assert.deepEqual(
      [made.status, made.totals, made.next_runs],
      [
        'pending',
        { count: 1, amount: 300 },
        ['01-31', '02-29', '03-31', '04-30', '05-31'].map((day) => `2036-${day}T06:00:00.000Z`),
      ],
    );
    assert.deepEqual(made.items, [{ ...bodyOf().items[0], description: null }]);
    const [listed] = (await shop.call('GET', '/schedules?limit=1')).body.data;
    assert.deepEqual(listed, { ...made, items: null });
  });

  it('makes no payout before a person approves it, and then one for each run', async () => {
    const made = await create(shop);
    const before = await payouts();
    await query(`UPDATE payout_schedules SET run_at = now() - interval '1 s' WHERE id = $1`, made.id);
    service.db.node.wake('schedules');
    assert.deepEqual(refusal(await approve(shop, made)), [403, 'forbidden_account_type'], 'a key approves nothing');
    const approved = await approve(boss, made);
    assert.deepEqual([approved.status, approved.body.status, approved.body.approved_by], [200, 'active', boss.id]);
    assert.equal(await payouts(), before);
    await moveRun(made.id);
    const { payout, problem } = await lastRun(made.id);
    assert.equal(problem, null);
    const paid = await payoutWith(shop, payout, 'completed');
    assert.deepEqual(
      [paid.reference, paid.metadata, paid.totals.succeeded_amount],
      [`${made.name} 2036-01-31`, { schedule: made.id }, 300],
    );
    const after = await read(made.id);
    assert.deepEqual([after.status, after.next_at], ['active', '2036-02-29T06:00:00.000Z']);
    assert.equal(await payouts(), before + 1);
  });

  it('runs once if it is for one run, and ends', async () => {
    const made = await create(boss, { interval: 'once' });
    assert.equal(made.next_runs.length, 1);
    await approve(boss, made);
    await moveRun(made.id);
    await lastRun(made.id);
    assert.deepEqual([(await read(made.id)).status, (await read(made.id)).next_at], ['ended', null]);
    for (const act of ['pause', 'resume', 'end'])
      assert.deepEqual(refusal(await shop.call('POST', `/schedules/${made.id}/${act}`)), [409, 'schedule_is_over']);
    const late = await shop.call('PATCH', `/schedules/${made.id}`, { notice_hours: 1 });
    assert.deepEqual(refusal(late), [409, 'schedule_is_over']);
  });

  it('sends a notice before its run, once', async (t) => {
    const receiver = await startReceiver();
    t.after(() => receiver.close());
    await shop.call('POST', '/webhooks', { url: receiver.url, events: ['schedule.*'] });
    const made = await create(boss);
    await approve(boss, made);
    await query(`UPDATE payout_schedules SET due_at = now() WHERE id = $1`, made.id);
    service.db.node.wake('schedules');
    const upcoming = async () =>
      (await shop.call('GET', '/events?type=schedule.upcoming')).body.data.filter(
        ({ data }: any) => data.object.id === made.id,
      );
    await until(async () => (await upcoming()).length === 1);
    const [event] = await upcoming();
    assert.deepEqual([event.data.object.name, event.data.object.items], [made.name, null]);
    await until(async () => {
      const [mail] = await query(`SELECT kind, recipient FROM messages WHERE about = $1`, made.id);
      return mail?.kind === 'schedule_upcoming' && mail.recipient === owner.identifier;
    });
    assert.equal((await read(made.id)).last_run, null, 'the run itself is not due');
  });
});

describe('the approval of a schedule', () => {
  it('is for the version that was read, and is needed again after each change', async () => {
    const made = await create(boss);
    const changed = (await shop.call('PATCH', `/schedules/${made.id}`, { items: [{ recipient: to, amount: 900 }] }))
      .body;
    assert.deepEqual(refusal(await approve(boss, made)), [409, 'schedule_was_changed']);
    assert.equal((await approve(boss, changed)).status, 200);
    const again = (await boss.call('PATCH', `/schedules/${made.id}`, { items: [{ recipient: to, amount: 901 }] })).body;
    assert.deepEqual([again.status, again.approved_by, again.totals.amount], ['pending', null, 901]);
    const before = await payouts();
    await query(`UPDATE payout_schedules SET run_at = now() - interval '1 s' WHERE id = $1`, made.id);
    service.db.node.wake('schedules');
    const next = await create(boss);
    await approve(boss, next);
    await moveRun(next.id);
    await lastRun(next.id);
    assert.equal(await payouts(), before + 1, 'the worker passed by the changed one');
    assert.deepEqual(refusal(await approve(boss, { ...again, version: 99 })), [409, 'schedule_was_changed']);
  });

  it('takes another person above the threshold, and so does each run', async () => {
    const items = [{ recipient: to, amount: 1_001 }];
    const made = await create(boss, { items });
    assert.deepEqual(refusal(await approve(boss, made)), [403, 'forbidden_account_type']);
    assert.equal((await approve(owner, made)).status, 200);
    await moveRun(made.id);
    const { payout } = await lastRun(made.id);
    const waiting = (await shop.call('GET', `/payouts/${payout}`)).body;
    assert.deepEqual([waiting.approval.status, waiting.approval.requested_by], ['pending', owner.id]);
    const own = await owner.call('POST', `/payouts/${payout}/approve`);
    assert.deepEqual(refusal(own), [403, 'forbidden_account_type']);
    assert.equal((await boss.call('POST', `/payouts/${payout}/approve`)).status, 200);
    await payoutWith(shop, payout, 'completed');
    const [act] = await query(
      `SELECT request_id FROM audit_log WHERE target = $1 AND action = 'payout.requested'`,
      payout,
    );
    const [stored] = await query('SELECT request FROM payouts WHERE id = $1', payout);
    assert.deepEqual([act.request_id, stored.request], [null, {}], 'no request made the run');
  });

  it('is not for a developer, and ends with the rights of the person who gave it', async () => {
    const made = await create(shop);
    const developer = await memberOf(service, shop, 'developer');
    assert.deepEqual(refusal(await approve(developer, made)), [403, 'forbidden_account_type']);
    for (const loss of [
      `UPDATE accounts SET suspended_at = now(), suspended_reason = 'left' WHERE id = $1`,
      `UPDATE memberships SET role = 'viewer' WHERE developer_id = $1`,
      `DELETE FROM memberships WHERE developer_id = $1`,
    ]) {
      const given = await create(shop);
      const leaving = await memberOf(service, shop, 'owner');
      assert.equal((await approve(leaving, given)).status, 200);
      await query(loss, leaving.id);
      const before = await payouts();
      await moveRun(given.id);
      assert.equal((await lastRun(given.id)).problem, 'approver_not_allowed', loss);
      assert.deepEqual([(await read(given.id)).status, await payouts()], ['pending', before], loss);
    }
  });

  it('is not for a person whom the maker invited in the last seven days', async () => {
    const made = await create(boss, { items: [{ recipient: to, amount: 1_001 }] });
    const [fresh, known] = [await memberOf(service, shop, 'owner'), await memberOf(service, shop, 'owner')];
    await inviteAs(service, shop, boss, fresh);
    await inviteAs(service, shop, boss, known, 8);
    assert.deepEqual(refusal(await approve(fresh, made)), [403, 'forbidden_account_type']);
    assert.equal((await approve(known, made)).status, 200);
  });

  it('is refused where the maker of a large one is suspended, or is no longer a member', async () => {
    for (const [loss, code] of [
      [`UPDATE accounts SET suspended_at = now(), suspended_reason = 'left' WHERE id = $1`, 'account_suspended'],
      [`UPDATE memberships SET role = 'viewer' WHERE developer_id = $1`, 'forbidden_account_type'],
      [`DELETE FROM memberships WHERE developer_id = $1`, 'forbidden_account_type'],
    ] as const) {
      const leaving = await memberOf(service, shop, 'developer');
      const made = await create(leaving, { items: [{ recipient: to, amount: 1_001 }] });
      await query(loss, leaving.id);
      assert.deepEqual(refusal(await approve(boss, made)), [403, code], loss);
      // Another person who changes it takes their place.
      const changed = (await owner.call('PATCH', `/schedules/${made.id}`, { notice_hours: 1 })).body;
      assert.equal((await approve(boss, changed)).status, 200);
    }
  });

  it('in live mode takes a second factor, which the person still has at each run', async () => {
    await query('UPDATE merchants SET live_approved_at = now() WHERE id = $1', shop.merchantId);
    const live = await memberOf(service, shop, 'merchant', { livemode: true, twoFactor: 'sms' });
    const second = await memberOf(service, shop, 'owner', { livemode: true });
    await live.call('POST', '/wallets', { currency: 'XOF' });
    const made = await create(live, { items: [{ recipient: '+221771234567', amount: 300 }] });
    assert.deepEqual([made.livemode, ...refusal(await approve(second, made))], [true, 422, 'two_factor_required']);
    assert.equal((await approve(live, made)).status, 200);
    await query(`UPDATE accounts SET two_factor = 'none' WHERE id = $1`, live.id);
    await moveRun(made.id);
    const problem = await until(async () => {
      const [row] = await query('SELECT last_run FROM payout_schedules WHERE id = $1', made.id);
      return row.last_run?.problem;
    });
    assert.equal(problem, 'approver_not_allowed');
  });
});

describe('a run', () => {
  it('without enough money makes nothing, is reported once, and is made when the money is there', async () => {
    const wallet = await newWallet(shop);
    const made = await create(boss, { wallet });
    // The day of the other person is nearly full.
    await approve(await memberOf(service, shop, 'owner'), made);
    await moveRun(made.id);
    assert.equal((await lastRun(made.id)).problem, 'insufficient_funds');
    await query(`UPDATE payout_schedules SET due_at = now() WHERE id = $1`, made.id);
    service.db.node.wake('schedules');
    await until(async () => (await read(made.id)).version > 4);
    const failed = (await shop.call('GET', '/events?type=schedule.failed')).body.data;
    assert.equal(failed.filter(({ data }: any) => data.object.id === made.id).length, 1);
    await shop.call('POST', `/test/wallets/${wallet}/fund`, { amount: 1_000 });
    await query(`UPDATE payout_schedules SET due_at = now() WHERE id = $1`, made.id);
    service.db.node.wake('schedules');
    const { payout } = await until(async () => {
      const { last_run } = await read(made.id);
      return last_run.payout && last_run;
    });
    await payoutWith(shop, payout, 'completed');
  });

  it('is reported again when the service gives up after a day', async () => {
    const made = await create(boss, { wallet: await newWallet(shop) });
    await approve(boss, made);
    await moveRun(made.id);
    assert.equal((await lastRun(made.id)).problem, 'insufficient_funds');
    // As if the first try had been a day ago.
    await query(
      `UPDATE payout_schedules SET run_at = run_at - interval '1 day', due_at = now(),
         last_run = jsonb_set(last_run, '{at}', to_jsonb(to_char((run_at - interval '1 day') AT TIME ZONE 'UTC',
           'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
       WHERE id = $1`,
      made.id,
    );
    service.db.node.wake('schedules');
    await until(async () => (await read(made.id)).next_at === '2036-02-29T06:00:00.000Z');
    const failed = (await shop.call('GET', '/events?type=schedule.failed')).body.data;
    const [last, ...first] = failed.filter(({ data }: any) => data.object.id === made.id);
    assert.deepEqual([first.length, last?.data.object.next_at], [1, '2036-02-29T06:00:00.000Z']);
  });

  it('is left to a person if the service was away for more than one', async () => {
    const made = await create(boss, { interval: 'weekly', first_date: '2026-01-05' });
    await approve(boss, made);
    const before = await payouts();
    await query(
      `UPDATE payout_schedules SET run = 0, run_at = '2026-01-05', due_at = now() - interval '1 s', noticed = true
       WHERE id = $1`,
      made.id,
    );
    service.db.node.wake('schedules');
    assert.equal((await lastRun(made.id)).problem, 'too_late');
    assert.deepEqual([(await read(made.id)).status, await payouts()], ['paused', before]);
    const resumed = await shop.call('POST', `/schedules/${made.id}/resume`);
    assert.deepEqual([resumed.body.status, resumed.body.next_at > new Date().toISOString()], ['active', true]);
  });

  it('pays nothing a second time, also if the schedule is set back', async () => {
    const made = await create(boss);
    await approve(boss, made);
    await moveRun(made.id);
    await lastRun(made.id);
    const before = await payouts();
    await query(`UPDATE payout_schedules SET run = 0, last_run = NULL, noticed = true WHERE id = $1`, made.id);
    await moveRun(made.id);
    assert.equal((await lastRun(made.id)).problem, 'reference_already_used');
    assert.equal(await payouts(), before);
  });

  it('is not made if a pause that has not committed yet came first', async (t) => {
    const [paused, other] = [await create(boss), await create(boss)];
    for (const made of [paused, other]) await approve(boss, made);
    const client = await service.db.pool.connect();
    t.after(() => client.release());
    const soon = `now() + interval '0.5 s'`;
    await query(`UPDATE payout_schedules SET run_at = ${soon}, due_at = ${soon} WHERE id = $1`, paused.id);
    await client.query('BEGIN');
    await client.query(`UPDATE payout_schedules SET status = 'paused', due_at = NULL WHERE id = $1`, [paused.id]);
    // For everybody else it is due, and comes before the other one.
    await until(
      async () => (await query('SELECT FROM payout_schedules WHERE id = $1 AND due_at < now()', paused.id))[0],
    );
    await moveRun(other.id, '0 s');
    assert.ok((await lastRun(other.id)).payout);
    await client.query('COMMIT');
    assert.deepEqual([(await read(paused.id)).status, (await read(paused.id)).last_run], ['paused', null]);
  });

  it('is not made while the schedule is paused', async () => {
    const made = await create(boss);
    await approve(boss, made);
    assert.equal((await shop.call('POST', `/schedules/${made.id}/pause`)).body.status, 'paused');
    const [row] = await query('SELECT due_at FROM payout_schedules WHERE id = $1', made.id);
    assert.equal(row.due_at, null);
    assert.equal((await shop.call('POST', `/schedules/${made.id}/resume`)).body.status, 'active');
    assert.equal((await shop.call('POST', `/schedules/${made.id}/end`)).body.status, 'ended');
  });
});

it('a second schedule of one name is refused until the first one has ended', async () => {
  const first = await create(boss);
  const { name } = first;
  const second = await shop.call('POST', '/schedules', bodyOf({ name }));
  assert.deepEqual([...refusal(second), second.body.error.param], [409, 'reference_already_used', 'name']);
  assert.ok(second.body.error.message.includes(first.id), second.text);
  await shop.call('POST', `/schedules/${first.id}/end`);
  assert.equal((await create(boss, { name })).name, name);
});

it('bad schedules are refused, with the field', async () => {
  const cases: [more: object, param: string, code: string][] = [
    [{ time_zone: 'Mars/Olympus' }, 'time_zone', 'validation_failed'],
    [{ until: '2036-01-30' }, 'until', 'validation_failed'],
    [{ time: '24:00' }, 'time', 'validation_failed'],
    [{ first_date: '2036-02-30' }, 'first_date', 'validation_failed'],
    [{ items: [{ recipient: '771234567', amount: 1 }] }, 'items[0].recipient', 'validation_failed'],
    [{ items: Array(2).fill({ recipient: to, amount: 1, reference: 'r' }) }, 'items[1].reference', 'validation_failed'],
    [{ wallet: to, items: [{ recipient: to, amount: 1 }] }, 'items[0].recipient', 'same_wallet'],
    [{ rail: 'wallet' }, 'rail', 'validation_failed'],
    [{ rail: 'no-such-rail', items: [{ recipient: '+221771234567', amount: 1 }] }, 'rail', 'validation_failed'],
  ];
  for (const [more, param, code] of cases) {
    const answer = await shop.call('POST', '/schedules', bodyOf(more));
    assert.equal(answer.body.error?.code, code, answer.text);
    assert.equal(answer.body.error.details[0].param, param, answer.text);
  }
  const past = await shop.call('POST', '/schedules', bodyOf({ interval: 'once', first_date: '2026-01-05' }));
  assert.deepEqual(refusal(past), [422, 'schedule_has_no_run']);
});
