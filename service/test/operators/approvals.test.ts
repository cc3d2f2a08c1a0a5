import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { approveAll } from '../../src/approvals/decide.ts';
import { transaction } from '../../src/db/transaction.ts';
import type { Caller } from '../../src/kernel/command.ts';
import type { Refusal } from '../../src/kernel/refusal.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { closeWallet } from '../../src/operators/close-wallet.ts';
import { fixedRails } from '../../src/rails/rail.ts';
import { balance, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { actsOn, makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { command, withStatements } from '../support/world.ts';

let service: TestService;
/** A second node on the same database. */
let node: TestService;
let shop: TestMerchant;
let maker: TestPerson;
let checker: TestPerson;
let admin: TestPerson;
before(async () => {
  service = await startTestService();
  node = await startTestService({}, service);
  shop = await service.merchant();
  [maker, checker] = [await makeOperator(service, 'finance'), await makeOperator(service, 'finance')];
  admin = await makeOperator(service, 'admin');
});
after(async () => {
  await node.stop();
  await service.stop();
});

const run = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;
const reason = 'as agreed';

async function cashIn(wallet: string, amount: number, more: object = {}): Promise<any> {
  const answer = await maker.call('POST', '/operator/cash_ins', { wallet, amount, reason, ...more });
  assert.equal(answer.status, 202, answer.text);
  return answer.body;
}
const decideOn = (who: TestPerson, id: string, at = service) =>
  at.request('POST', `/api/v1/operator/approvals/${id}/approve`, { key: who.token });
const rejectBy = (who: TestPerson, id: string, at = service) =>
  at.request('POST', `/api/v1/operator/approvals/${id}/reject`, { key: who.token, body: { reason: 'not so' } });

describe('money that two operators credit', () => {
  it('moves when the second approves, not before, and both are in the audit log', async () => {
    const wallet = await shop.wallet('KES');
    const requested = await cashIn(wallet, 700, { reference: 'SLIP-1' });
    assert.deepEqual([requested.status, requested.requested_by, requested.decided_by], ['pending', maker.id, null]);
    assert.deepEqual(await balance(shop, wallet), [0, 0]);
    const waiting = await checker.call('GET', '/operator/approvals?status=pending&kind=cash_in');
    assert.deepEqual(
      waiting.body.data.map((one: any) => one.id),
      [requested.id],
    );
    const { body } = await decideOn(checker, requested.id);
    assert.deepEqual([body.status, body.decided_by, body.version], ['approved', checker.id, 2]);
    assert.deepEqual(await balance(shop, wallet), [700, 0]);
    const [entry] = (await shop.call('GET', `/wallets/${wallet}/entries`)).body.data;
    assert.deepEqual([entry.kind, entry.source, entry.amount], ['funding', requested.id, 700]);
    const acts = await actsOn(service, requested.id);
    assert.deepEqual(
      acts.map(({ action, actor }) => [action, actor.id]),
      [
        ['cash_in.requested', maker.id],
        ['cash_in.approved', checker.id],
      ],
    );
    const [act] = await actsOn(service, wallet);
    assert.deepEqual(
      [act.action, act.after.approval, act.after.requested_by],
      ['wallet.funded', requested.id, maker.id],
    );
    assert.match(act.address, /127\.0\.0\.1/);
    assert.match(act.request_id, /^req_/);
  });

  it('is corrected in both directions, against its own wallet', async () => {
    const wallet = await shop.wallet('GHS');
    for (const [direction, amount, total] of [
      ['credit', 500, 500],
      ['debit', 200, 300],
    ] as const) {
      const requested = await maker.call('POST', '/operator/adjustments', { wallet, direction, amount, reason });
      assert.equal((await decideOn(checker, requested.body.id)).status, 200);
      assert.deepEqual(await balance(shop, wallet), [total, 0]);
      const [entry] = (await shop.call('GET', `/wallets/${wallet}/entries`)).body.data;
      assert.deepEqual([entry.kind, entry.direction, entry.source], ['adjustment', direction, requested.body.id]);
    }
    const [other] = await run(
      `SELECT b.posted FROM wallets w JOIN balances b ON b.wallet_id = w.id WHERE w.owner_id = 'adjustments' AND w.currency = 'GHS'`,
    );
    assert.equal(other.posted, -300n);
  });

  it('never moves by one person alone, in the service or in the database', async () => {
    const wallet = await shop.wallet('KES');
    const { id } = await cashIn(wallet, 10);
    assert.deepEqual(refusal(await decideOn(maker, id)), [403, 'forbidden_account_type']);
    assert.deepEqual(refusal(await rejectBy(maker, id)), [403, 'forbidden_account_type']);
    const bySelf = `UPDATE approvals SET status = 'approved', decided_by = requested_by, decided_at = now() WHERE id = $1`;
    await assert.rejects(run(bySelf, id), { code: '23514', constraint: 'approvals_take_two' });
    await assert.rejects(run(`UPDATE approvals SET requested_by = $2 WHERE id = $1`, id, admin.id), { code: '42501' });
    await assert.rejects(run(`UPDATE approvals SET payload = '{}' WHERE id = $1`, id), { code: '42501' });
    assert.equal((await maker.call('GET', `/operator/approvals/${id}`)).body.status, 'pending');
  });

  it('requires an authenticator of both', async () => {
    const [one, two] = [
      await service.person('operator', { role: 'finance' }),
      await service.person('operator', { role: 'finance' }),
    ];
    const wallet = await shop.wallet('KES');
    const requested = await one.call('POST', '/operator/cash_ins', { wallet, amount: 10, reason });
    assert.deepEqual(refusal(requested), [422, 'two_factor_required']);
    const { id } = await cashIn(wallet, 10);
    for (const decided of [await decideOn(two, id), await rejectBy(two, id)])
      assert.deepEqual(refusal(decided), [422, 'two_factor_required']);
  });

  it('keeps waiting where it cannot move now, and says why', async () => {
    const wallet = await shop.wallet('NGN', 50n);
    const compliance = await service.person('operator', { role: 'compliance' });
    const { id } = await cashIn(wallet, 10);
    await compliance.call('POST', `/operator/wallets/${wallet}/freeze`, { reason: 'kyc' });
    assert.deepEqual(refusal(await decideOn(checker, id)), [409, 'wallet_frozen']);
    await compliance.call('POST', `/operator/wallets/${wallet}/unfreeze`);
    assert.equal((await decideOn(checker, id)).status, 200);
    const debit = { wallet, direction: 'debit', amount: 61, reason };
    const requested = (await maker.call('POST', '/operator/adjustments', debit)).body;
    assert.deepEqual(refusal(await decideOn(checker, requested.id)), [402, 'insufficient_funds']);
    assert.equal((await maker.call('GET', `/operator/approvals/${requested.id}`)).body.status, 'pending');
    assert.deepEqual(await balance(shop, wallet), [60, 0]);
    assert.deepEqual(
      (await actsOn(service, requested.id)).map(({ action }) => action),
      ['adjustment.requested'],
    );
  });

  it('cannot be requested where it could never move: a closed wallet stays closed', async () => {
    const { id: wallet } = (await shop.call('POST', '/wallets', { currency: 'TND' })).body;
    await transaction(service.db, (tx) => closeWallet(tx, { wallet, by: { actor: { type: 'admin', id: 'test' } } }));
    const fields = { wallet, amount: 10, reason };
    for (const [path, body] of [
      ['cash_ins', { ...fields, reference: 'desk-7' }],
      ['adjustments', { ...fields, direction: 'credit' }],
    ] as const) {
      const answer = await maker.call('POST', `/operator/${path}`, body);
      assert.deepEqual([...refusal(answer), answer.body.error.param], [409, 'wallet_closed', 'wallet']);
    }
    const open = await cashIn(await shop.wallet('TND'), 10, { reference: 'desk-7' });
    assert.equal(open.status, 'pending', 'and its reference is free');
  });

  it('is decided separately where many are approved at once', async () => {
    const wallet = await shop.wallet('NGN');
    const before = (await balance(shop, wallet))[0];
    const take = { wallet, direction: 'debit', amount: before + 1_000, reason };
    const much = (await maker.call('POST', '/operator/adjustments', take)).body.id;
    const ids = await Promise.all([1, 2, 3, 4].map(async (amount) => (await cashIn(wallet, amount)).id));
    const answers = await Promise.all([much, ...ids].map((id) => decideOn(checker, id)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [402, 200, 200, 200, 200],
    );
    assert.deepEqual(await balance(shop, wallet), [before + 10, 0]);
  });

  it('is refused alike to all concurrent approvers, where it cannot move now', async () => {
    const wallet = await shop.wallet('NGN');
    const take = { wallet, direction: 'debit', amount: (await balance(shop, wallet))[0] + 1, reason };
    const { id } = (await maker.call('POST', '/operator/adjustments', take)).body;
    const both = [checker, admin].map((who) => command(callerOf(who), { id }));
    const answers = await transaction(service.db, (tx) =>
      approveAll(tx, both, { rails: fixedRails({}), feeQuoteSeconds: 0 }),
    );
    assert.deepEqual(
      answers.map((answer) => (answer as Refusal).code),
      ['insufficient_funds', 'insufficient_funds'],
    );
  });

  it('is refused to an operator who was just suspended, also where a node was not notified', async () => {
    const wallet = await shop.wallet('KES');
    const { id } = await cashIn(wallet, 5);
    const leaver = await makeOperator(service, 'finance');
    assert.equal((await leaver.call('GET', `/operator/approvals/${id}`)).status, 200);
    await run('UPDATE accounts SET suspended_at = now() WHERE id = $1', leaver.id);
    assert.equal(
      (await leaver.call('GET', `/operator/approvals/${id}`)).status,
      200,
      'the control: the node trusts its cache',
    );
    assert.deepEqual(refusal(await decideOn(leaver, id)), [403, 'account_suspended']);
  });

  it('accepts a slip once; one that was rejected or expired may be used again', async () => {
    const wallet = await shop.wallet('KES');
    const again = () => maker.call('POST', '/operator/cash_ins', { wallet, amount: 5, reason, reference: 'SLIP-2' });
    const { id } = await cashIn(wallet, 5, { reference: 'SLIP-2' });
    const refused = await again();
    assert.deepEqual(
      [...refusal(refused), refused.body.error.message.includes(id)],
      [409, 'reference_already_used', true],
    );
    const rejected = await rejectBy(checker, id);
    assert.deepEqual([rejected.body.status, rejected.body.rejection_reason], ['rejected', 'not so']);
    const second = (await again()).body;
    await expire(second.id);
    const third = (await again()).body;
    assert.equal((await decideOn(checker, third.id)).status, 200);
    assert.deepEqual(refusal(await again()), [409, 'reference_already_used']);
  });

  it('cannot be approved after three days, nor when the requester was suspended since', async () => {
    const wallet = await shop.wallet('KES');
    const old = await cashIn(wallet, 5);
    await expire(old.id);
    assert.equal((await maker.call('GET', `/operator/approvals/${old.id}`)).body.status, 'expired');
    const listed = await maker.call('GET', '/operator/approvals?status=expired');
    assert.ok(listed.body.data.some((one: any) => one.id === old.id));
    assert.deepEqual(refusal(await decideOn(checker, old.id)), [409, 'approval_not_pending']);

    const leaver = await makeOperator(service, 'finance');
    const requested = await leaver.call('POST', '/operator/cash_ins', { wallet, amount: 5, reason });
    await admin.call('POST', `/operator/accounts/${leaver.id}/suspend`, { reason: 'left' });
    assert.deepEqual(refusal(await decideOn(checker, requested.body.id)), [403, 'account_suspended']);
    assert.equal((await rejectBy(checker, requested.body.id)).status, 200);
  });

  it('is refused for an unknown wallet, and for the system’s own', async () => {
    const [system] = await run(`SELECT id FROM wallets WHERE owner_type = 'system' LIMIT 1`);
    for (const wallet of ['wal_01kf0q1xc7fy4th6v9p0rs2d8m', system.id]) {
      const answer = await maker.call('POST', '/operator/cash_ins', { wallet, amount: 5, reason });
      assert.deepEqual(refusal(answer), [404, 'not_found']);
      assert.deepEqual(refusal(await maker.call('GET', `/operator/wallets/${wallet}`)), [404, 'not_found']);
    }
  });
});

async function expire(id: string): Promise<void> {
  const owner = new pg.Client({ connectionString: service.url });
  await owner.connect();
  await owner.query(`UPDATE approvals SET expires_at = now() - interval '1 s' WHERE id = $1`, [id]);
  await owner.end();
}

describe('a decision', () => {
  it('is taken once: two concurrent approvals and two rejections on two nodes', async () => {
    const wallet = await shop.wallet('TND');
    const [first, second] = [await makeOperator(service, 'finance'), await makeOperator(service, 'admin')];
    let approved = 0;
    for (let round = 0; round < 12; round++) {
      const { id } = await cashIn(wallet, 1);
      const answers = await Promise.all([
        decideOn(first, id),
        rejectBy(checker, id, node),
        decideOn(second, id, node),
        rejectBy(admin, id),
        decideOn(checker, id, node),
      ]);
      const won = answers.filter(({ status }) => status === 200);
      assert.equal(won.length, 1, answers.map(({ text }) => text).join('\n'));
      for (const lost of answers.filter((one) => one !== won[0]))
        assert.deepEqual(refusal(lost), [409, 'approval_not_pending']);
      const now = (await maker.call('GET', `/operator/approvals/${id}`)).body;
      assert.deepEqual([now.status, now.decided_by], [won[0]!.body.status, won[0]!.body.decided_by]);
      if (now.status === 'approved') approved++;
      assert.deepEqual(await balance(shop, wallet), [approved, 0]);
      assert.equal((await actsOn(service, id)).length, 2);
    }
  });

  it('returns one answer to a request that is repeated with its key', async () => {
    const wallet = await shop.wallet('KES');
    const before = await balance(shop, wallet);
    const headers = { 'idempotency-key': 'slip-77' };
    const ask = () => maker.call('POST', '/operator/cash_ins', { wallet, amount: 9, reason }, headers);
    const [one, two] = [await ask(), await ask()];
    assert.deepEqual([one.text, two.headers.get('idempotent-replayed')], [two.text, 'true']);
    const agree = () => checker.call('POST', `/operator/approvals/${one.body.id}/approve`, undefined, headers);
    assert.deepEqual((await agree()).text, (await agree()).text);
    assert.deepEqual(await balance(shop, wallet), [before[0] + 9, 0]);
  });

  /** Two transactions that have both read the approval before either continues. */
  async function decideTogether(lock: boolean): Promise<PromiseSettledResult<string | Refusal>[]> {
    const wallet = await shop.wallet('USD');
    const { id } = await cashIn(wallet, 1);
    const db = withStatements(service.db, (statement) =>
      lock ? statement : { name: `${statement.name}_bare`, text: statement.text.replace('FOR UPDATE OF p', '') },
    );
    const bothRead = Promise.withResolvers<void>();
    let reads = 0;
    const decide = async (who: TestPerson) =>
      transaction(db, async (tx) => {
        const both: typeof tx.query = async (statement, values) => {
          const rows = tx.query<any>(statement, values);
          if (lock || !statement.name.startsWith('approvals_lock')) return rows;
          await rows;
          if (++reads === 2) bothRead.resolve();
          await bothRead.promise;
          return rows;
        };
        const decided = [command(callerOf(who), { id })];
        return (await approveAll({ ...tx, query: both }, decided, { rails: fixedRails({}), feeQuoteSeconds: 0 }))[0]!;
      });
    return Promise.allSettled([decide(checker), decide(admin)]);
  }
  const done = (results: PromiseSettledResult<string | Refusal>[]) =>
    results.filter((one) => one.status === 'fulfilled' && typeof one.value === 'string').length;
  const usd = async () => (await balance(shop, await shop.wallet('USD')))[0];

  it('control: without the lock the database refuses the second; without that too, money moves twice', async () => {
    assert.deepEqual(await checkLedger(service.db), []);
    let had = await usd();
    assert.deepEqual([done(await decideTogether(true)), (await usd()) - had], [1, 1]);
    had = await usd();
    assert.deepEqual([done(await decideTogether(false)), (await usd()) - had], [1, 1]);
    const owner = new pg.Client({ connectionString: service.url });
    await owner.connect();
    await owner.query('DROP TRIGGER approvals_decided_once ON approvals');
    had = await usd();
    assert.deepEqual([done(await decideTogether(false)), (await usd()) - had], [2, 2]);
    const found = (await checkLedger(service.db)).map(({ invariant, rows }) => [invariant, rows.length]);
    assert.deepEqual(found, [['approval_is_posted_once', 1]]);
    await owner.query(
      `CREATE TRIGGER approvals_decided_once BEFORE UPDATE ON approvals
       FOR EACH ROW WHEN (OLD.status <> 'pending') EXECUTE FUNCTION refuse_change()`,
    );
    await owner.end();
  });
});

function callerOf({ id, identifier, session }: TestPerson): Caller {
  const person = { id, type: 'operator' as const, session, identifier, role: 'admin' as const };
  const owner = { type: 'none' as const, id: '' };
  return { kind: 'operator', id, world: 0, livemode: false, owner, scopes: new Set(), person };
}

describe('a new operator', () => {
  const ask = (email: string, role = 'finance') =>
    admin.call('POST', '/operator/operators', { email, name: 'Efua', role, reason });

  it('needs two admins, so that nobody creates their own second person', async () => {
    const requested = await ask('Efua@Pay.example');
    assert.equal(requested.status, 202, requested.text);
    assert.deepEqual(refusal(await decideOn(admin, requested.body.id)), [403, 'forbidden_account_type']);
    assert.deepEqual(refusal(await decideOn(checker, requested.body.id)), [403, 'forbidden_account_type']);
    const other = await makeOperator(service, 'admin');
    assert.equal((await decideOn(other, requested.body.id)).body.status, 'approved');
    const found = await admin.call('GET', '/operator/accounts?email=efua@pay.example');
    assert.deepEqual([found.body.data[0].type, found.body.data[0].role], ['operator', 'finance']);
    const [act] = await actsOn(service, found.body.data[0].id);
    assert.deepEqual([act.action, act.actor.id], ['operator.created', other.id]);
    assert.deepEqual(refusal(await ask('efua@pay.example')), [409, 'account_already_exists']);
  });

  it('is created once where two requested the same', async () => {
    const [one, two] = [await ask('kofi@pay.example'), await ask('kofi@pay.example', 'admin')];
    const other = await makeOperator(service, 'admin');
    assert.equal((await decideOn(other, one.body.id)).status, 200);
    assert.deepEqual(refusal(await decideOn(other, two.body.id)), [409, 'account_already_exists']);
    assert.equal((await admin.call('GET', `/operator/approvals/${two.body.id}`)).body.status, 'pending');
  });
});
