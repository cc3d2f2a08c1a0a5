import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Registry } from 'prom-client';
import { type CaseDraft, openCases } from '../../src/cases/open-cases.ts';
import { openUnknown } from '../../src/cases/open-unknown.ts';
import { watchCases } from '../../src/cases/watch-cases.ts';
import { openPayment, phone, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { actsOn, makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';

/** Has no workers: payments stay as they are. */
let service: TestService;
let shop: TestMerchant;
let finance: TestPerson;
let support: TestPerson;
before(async () => {
  service = await startTestService({ ROLE: 'api' });
  shop = await service.merchant();
  [finance, support] = [await makeOperator(service, 'finance'), await makeOperator(service, 'support')];
});
after(() => service.stop());

let opened = 0;
const draft = (more: Partial<CaseDraft> = {}): CaseDraft => ({
  kind: 'unknown_callback',
  rail: 'mtn-ug',
  record: `cb_${++opened}`,
  world: null,
  livemode: false,
  amount: null,
  currency: null,
  facts: { handle: '7e0a' },
  ...more,
});
const open = async (more: Partial<CaseDraft> = {}) => (await openCases(service.db, [draft(more)]))[0]!.id;
const list = async (query: string, who = finance) =>
  (await who.call('GET', `/operator/cases?${query}`)).body.data.map(({ id }: { id: string }) => id);
const query = (text: string, ...values: unknown[]) => service.db.query<any>({ name: text, text }, values);

describe('the inbox', () => {
  it('lists cases by status, kind, rail, record, operator and mode, with pages', async () => {
    const rail = 'inbox';
    const money = await open({ rail, kind: 'late_success', record: 'pay_x', amount: 500n, currency: 'UGX' });
    const low = await open({ rail, kind: 'low_float', record: null, livemode: true });
    const callback = await open({ rail });
    assert.deepEqual(await list(`rail=${rail}`), [callback, low, money]);
    assert.deepEqual(await list(`rail=${rail}&kind=low_float`), [low]);
    assert.deepEqual(await list(`rail=${rail}&mode=live`), [low]);
    assert.deepEqual(await list('record=pay_x'), [money]);
    await finance.call('POST', `/operator/cases/${low}/assign`, { operator: finance.id });
    assert.deepEqual(await list(`rail=${rail}&assigned_to=${finance.id}`), [low]);
    assert.deepEqual(await list(`rail=${rail}&assigned_to=nobody`), [callback, money]);
    await finance.call('POST', `/operator/cases/${callback}/close`, { resolution: 'an old address' });
    assert.deepEqual(await list(`rail=${rail}&status=open`), [low, money]);
    assert.deepEqual(await list(`rail=${rail}&status=closed`), [callback]);
    const first = (await finance.call('GET', `/operator/cases?rail=${rail}&limit=1&order=asc`)).body;
    assert.deepEqual([first.data[0].id, first.data[0].amount, first.has_more], [money, 500, true]);
    assert.deepEqual(await list(`rail=${rail}&order=asc&starting_after=${money}`), [low, callback]);
  });

  it('has one open case of a record and kind, and a new one after it was closed', async () => {
    const one = draft();
    const [first] = await openCases(service.db, [one]);
    assert.deepEqual(await openCases(service.db, [one, one]), []);
    await finance.call('POST', `/operator/cases/${first!.id}/close`, { resolution: 'done' });
    assert.equal((await openCases(service.db, [one])).length, 1);
  });

  it('is counted in /metrics by kind', async () => {
    await open({ kind: 'callback_source' });
    const registry = new Registry();
    const stop = watchCases(service.db, registry, 50);
    await until(async () =>
      /rialto_open_cases\{kind="callback_source",mode="test"\} 1\n/.test(await registry.metrics()),
    );
    stop();
  });
});

describe('a case', () => {
  it('is read with the history of its record, and each act is in the audit log', async () => {
    const { id: record } = await openPayment(shop, { customer: phone('0008'), amount: 300 });
    await query(`UPDATE payments SET sent_at = created_at + interval '1 ms', rail = 'mtn-ug' WHERE id = $1`, record);
    const id = await open({ kind: 'contradiction', record, world: shop.world, amount: 300n, currency: 'XOF' });
    const read = (await support.call('GET', `/operator/cases/${id}`)).body;
    assert.deepEqual([read.merchant, read.facts, read.suspended], [shop.merchantId, { handle: '7e0a' }, 0]);
    assert.deepEqual(read.actions, ['comment', 'assign', 'ask_again', 'close']);

    assert.equal((await finance.call('POST', `/operator/cases/${id}/assign`, { operator: finance.id })).status, 200);
    const comment = { text: 'Asked the provider.' };
    assert.equal((await finance.call('POST', `/operator/cases/${id}/comments`, comment)).status, 200);
    const closed = await finance.call('POST', `/operator/cases/${id}/close`, { resolution: 'It was paid.' });
    assert.deepEqual(
      [closed.body.status, closed.body.closed_by, closed.body.actions, closed.body.version],
      ['closed', finance.id, ['comment'], 3],
    );
    assert.deepEqual(
      closed.body.history.map(({ what, text }: any) => [what, text]),
      [
        ['created', null],
        ['sent', null],
        ['case.opened', null],
        ['case.assigned', null],
        ['comment', 'Asked the provider.'],
        ['case.closed', 'It was paid.'],
      ],
    );
    assert.deepEqual(
      (await actsOn(service, id)).map(({ action, actor }) => [action, actor.id]),
      [
        ['case.read', support.id],
        ['case.assigned', finance.id],
        ['case.commented', finance.id],
        ['case.closed', finance.id],
      ],
    );
  });

  it('that is closed stays as it is, and holds no money', async () => {
    const id = await open();
    const close = () => finance.call('POST', `/operator/cases/${id}/close`, { resolution: 'done' });
    const answers = await Promise.all([close(), close()]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    assert.deepEqual(refusal(await close()), [409, 'case_closed']);
    const assign = await finance.call('POST', `/operator/cases/${id}/assign`, { operator: null });
    assert.deepEqual(refusal(assign), [409, 'case_closed']);
    assert.equal((await finance.call('POST', `/operator/cases/${id}/comments`, { text: 'later' })).status, 200);
    const wallet = await shop.wallet('XOF');
    const money = await finance.call('POST', `/operator/cases/${id}/assign_money`, { wallet, reason: 'x' });
    assert.deepEqual(refusal(money), [409, 'case_closed']);
  });

  it('without money in suspense gives none, and goes to operators only', async () => {
    const id = await open({ kind: 'wrong_amount', record: 'pay_y', amount: 10n, currency: 'XOF' });
    const wallet = await shop.wallet('XOF');
    const money = await finance.call('POST', `/operator/cases/${id}/assign_money`, { wallet, reason: 'x' });
    assert.deepEqual(refusal(money), [409, 'case_holds_no_money']);
    const bad = await finance.call('POST', `/operator/cases/${id}/assign`, { operator: shop.merchantId });
    assert.deepEqual(refusal(bad), [400, 'validation_failed']);
    const nobody = 'opr_01kf0q3n4tfk8b2y7d0wq6sm9x';
    const unknown = await finance.call('POST', `/operator/cases/${id}/assign`, { operator: nobody });
    assert.deepEqual([...refusal(unknown), unknown.body.error.param], [400, 'validation_failed', 'operator']);
    const missing = await finance.call('GET', '/operator/cases/case_01kf0r7f6gf3n8z8q5m2xw9d4t');
    assert.deepEqual(refusal(missing), [404, 'not_found']);
  });
});

describe('a record whose outcome is unknown', () => {
  const HOUR = 3_600_000;
  const atProvider = async (hoursAgo: number) => {
    const { id } = await openPayment(shop, { customer: phone('0008'), amount: 40 });
    const text = `
      UPDATE payments SET rail = 'mtn-ug', status = 'processing', sent_at = now() - make_interval(mins => $2)
      WHERE id = $1`;
    await query(text, id, hoursAgo * 60);
    return id;
  };
  const casesOf = (record: string) =>
    query('SELECT kind, status, resolution, closed_by FROM cases WHERE record = $1 ORDER BY id', record);

  it('for too long becomes one case, and the case ends with the outcome', async () => {
    const [old, young] = [await atProvider(25), await atProvider(23)];
    const { id: here } = await openPayment(shop, { customer: phone('0008'), amount: 40 });
    await query(`UPDATE payments SET sent_at = now() - interval '2 days' WHERE id = $1`, here);
    assert.deepEqual(
      (await openUnknown(service.db, 24 * HOUR)).map(({ record }) => record),
      [old],
    );
    assert.deepEqual(await openUnknown(service.db, 24 * HOUR), []);
    assert.deepEqual([(await casesOf(young)).length, (await casesOf(here)).length], [0, 0]);
    const failure = JSON.stringify({ code: 'rail_error', message: 'no', rail_code: null });
    const text = `UPDATE payments SET status = 'failed', failed_at = now(), failure = $2, due_at = NULL WHERE id = $1`;
    await query(text, old, failure);
    await openUnknown(service.db, 24 * HOUR);
    assert.deepEqual(await casesOf(old), [
      {
        kind: 'unknown_too_long',
        status: 'closed',
        resolution: 'The record is failed now.',
        closed_by: 'service',
      },
    ]);
  });

  it('is asked about again when an operator says so, and not when it is final', async () => {
    const record = await atProvider(30);
    await query(`UPDATE payments SET due_at = now() + interval '1 hour' WHERE id = $1`, record);
    const [{ id } = { id: '' }] = await openUnknown(service.db, 24 * HOUR);
    const ask = () => finance.call('POST', `/operator/cases/${id}/ask_again`);
    const due = async () => (await query('SELECT due_at <= now() AS due FROM payments WHERE id = $1', record))[0].due;
    assert.equal(await due(), false);
    const { status, body } = await ask();
    assert.deepEqual([status, body.status, body.actions.includes('ask_again'), await due()], [200, 'open', true, true]);
    await query('UPDATE payments SET due_at = NULL WHERE id = $1', record);
    assert.deepEqual(refusal(await ask()), [409, 'case_not_asked']);
  });

  it('is left alone until it was sent', async () => {
    const id = await atProvider(30);
    await query('UPDATE payments SET sent_at = NULL WHERE id = $1', id);
    assert.deepEqual(await openUnknown(service.db, 24 * HOUR), []);
  });
});
