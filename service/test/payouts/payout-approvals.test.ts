import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { transaction } from '../../src/db/transaction.ts';
import type { Caller } from '../../src/kernel/command.ts';
import { newId } from '../../src/kernel/new-id.ts';
import type { Refusal } from '../../src/kernel/refusal.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { approvePayouts } from '../../src/payouts/decide.ts';
import { fundWallets } from '../../src/wallets/fund.ts';
import { balance, bothWorlds, eventsOf, phone, refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { type Member, memberOf } from '../support/members.ts';
import { actsOn } from '../support/operators.ts';
import { never, newWallet, openPayout, payoutWith } from '../support/payout-flows.ts';
import { command, withStatements } from '../support/world.ts';

/** A payout of a person above this total needs a second person. */
const env = { ...bothWorlds, PAYOUT_APPROVAL_ABOVE: 'XOF:1000', RATE_LIMIT: 'off' };
let service: TestService;
let node: TestService;
let shop: TestMerchant;
let boss: Member;
let owner: Member;
let developer: Member;
let viewer: Member;
let from: string;
let to: string;
before(async () => {
  service = await startTestService(env);
  node = await startTestService(env, service);
  shop = await service.merchant();
  from = await shop.wallet('XOF', 1_000_000n);
  to = await newWallet(shop);
  boss = await memberOf(service, shop, 'merchant');
  owner = await memberOf(service, shop, 'owner');
  developer = await memberOf(service, shop, 'developer');
  viewer = await memberOf(service, shop, 'viewer');
});
after(async () => {
  await node.stop();
  await service.stop();
});

const make = (who: Pick<Member, 'call'>, amount = 1_001, items = 1): Promise<Reply> =>
  who.call('POST', '/payouts', {
    currency: 'XOF',
    items: [
      { recipient: to, amount: amount - items + 1 },
      ...Array.from({ length: items - 1 }, () => ({ recipient: to, amount: 1 })),
    ],
  });
const approve = (who: Member, id: string) => who.call('POST', `/payouts/${id}/approve`);
const reject = (who: Member, id: string) => who.call('POST', `/payouts/${id}/reject`, { reason: 'Twice on the list' });
const cancel = (who: Pick<Member, 'call'>, id: string) => who.call('POST', `/payouts/${id}/cancel`);
async function waiting(who: Member = developer): Promise<any> {
  const { status, body, text } = await make(who);
  assert.equal(status, 202, text);
  assert.equal(body.approval.status, 'pending');
  return body;
}
const sound = async () => assert.deepEqual(await checkLedger(service.db), []);

describe('a payout made by a person', () => {
  it('up to the configured total is paid like any other, and so is any payout made with a key', async () => {
    const small = await make(developer, 1_000);
    assert.deepEqual([small.status, small.body.approval], [202, null]);
    await payoutWith(shop, small.body.id, 'completed');
    const large = await openPayout(shop, [{ recipient: to, amount: 5_000 }]);
    assert.equal(large.approval, null);
    await payoutWith(shop, large.id, 'completed');
  });

  it('above it is reserved and does not begin until another person approves it', async () => {
    const [had, got] = [await balance(shop, from), await balance(shop, to)];
    const { body: made } = await make(developer, 1_001, 3);
    assert.deepEqual(made.approval, {
      required: true,
      status: 'pending',
      requested_by: developer.id,
      reserved: 1_001,
      decided_by: null,
      decided_at: null,
      rejection_reason: null,
    });
    assert.deepEqual(await balance(shop, from), [had[0] - 1_001, had[1] + 1_001]);
    await shop.call('POST', '/test/clock/advance', { seconds: 86_400 });
    // Another payout that is paid in the meantime shows that the workers ran.
    await payoutWith(shop, (await openPayout(shop, [{ recipient: to, amount: 1 }])).id, 'completed');
    const still = (await shop.call('GET', `/payouts/${made.id}`)).body;
    assert.deepEqual([still.status, still.totals.succeeded_count], ['pending', 0]);
    const list = (await shop.call('GET', '/payouts?approval=pending')).body.data;
    assert.deepEqual(
      list.map(({ id }: any) => id),
      [made.id],
    );
    await sound();

    const agreed = await approve(owner, made.id);
    assert.equal(agreed.status, 200, agreed.text);
    const { status, requested_by, decided_by } = agreed.body.approval;
    assert.deepEqual([status, requested_by, decided_by], ['approved', developer.id, owner.id]);
    const done = await payoutWith(shop, made.id, 'completed');
    assert.deepEqual([done.totals.succeeded_count, done.approval.status], [3, 'approved']);
    assert.deepEqual(await balance(shop, to), [got[0] + 1_002, 0]);
    assert.equal((await eventsOf(shop, made.id)).length, 1);
    const acts = await actsOn(service, made.id);
    assert.deepEqual(
      acts.map(({ action, actor }: any) => [action, actor.id]),
      [
        ['payout.requested', developer.id],
        ['payout.approved', owner.id],
      ],
    );
    assert.ok(acts.every(({ address, request_id }: any) => address && request_id));
  });

  it('returns its money when the second person rejects it, and states the reason', async () => {
    const had = await balance(shop, from);
    const { id } = await waiting();
    const { body } = await reject(boss, id);
    assert.deepEqual(
      [body.status, body.approval.status, body.approval.rejection_reason],
      ['canceled', 'rejected', 'Twice on the list'],
    );
    assert.deepEqual(await balance(shop, from), had);
    assert.deepEqual(refusal(await approve(owner, id)), [409, 'approval_not_pending']);
    const [, act] = await actsOn(service, id);
    assert.deepEqual([act.action, act.actor.id, act.reason], ['payout.rejected', boss.id, 'Twice on the list']);
    const sent = await eventsOf(shop, id);
    assert.deepEqual(
      sent.map(({ type, data }) => [type, data.object]),
      [['payout.canceled', body]],
    );
    await sound();
  });

  it('may be canceled while it waits, by its maker or a key, and nobody can approve it afterwards', async () => {
    const had = await balance(shop, from);
    for (const who of [developer, shop]) {
      const { id } = await waiting();
      const { body } = await cancel(who, id);
      assert.deepEqual([body.status, body.approval.status], ['canceled', 'canceled']);
      assert.deepEqual(refusal(await approve(owner, id)), [409, 'approval_not_pending']);
      assert.equal((await actsOn(service, id)).at(-1).action, 'payout.canceled');
    }
    // Also in the moment after the approval.
    const { id } = await waiting();
    const slow = await startTestService({ ...env, ...never }, service);
    const headers = { 'service-integration': shop.integrationId, 'service-mode': 'test' };
    const { status } = await slow.request('POST', `/api/v1/payouts/${id}/approve`, { key: boss.token, headers });
    assert.deepEqual([status, (await cancel(developer, id)).status], [200, 200]);
    await slow.stop();
    const [made, decided, undone] = (await actsOn(service, id)).map(({ action, actor }) => [action, actor.id]);
    assert.deepEqual(
      [made![0], decided![0], undone],
      ['payout.requested', 'payout.approved', ['payout.canceled', developer.id]],
    );
    assert.deepEqual(await balance(shop, from), had);
  });

  it('is one request, however often it is sent with its key', async () => {
    const headers = { 'idempotency-key': 'salaries-4' };
    const body = { currency: 'XOF', items: [{ recipient: to, amount: 2_000 }] };
    const [one, two] = [
      await developer.call('POST', '/payouts', body, headers),
      await developer.call('POST', '/payouts', body, headers),
    ];
    assert.deepEqual([one.text, two.headers.get('idempotent-replayed')], [two.text, 'true']);
    await cancel(developer, one.body.id);
  });
});

describe('the second person', () => {
  it('is never the maker, in any role', async () => {
    for (const maker of [owner, boss]) {
      const { id } = await waiting(maker);
      assert.deepEqual(refusal(await approve(maker, id)), [403, 'forbidden_account_type']);
      assert.deepEqual(refusal(await reject(maker, id)), [403, 'forbidden_account_type']);
      assert.equal((await approve(maker === boss ? owner : boss, id)).status, 200);
    }
  });

  it('control: the database refuses the maker as second person', async () => {
    const { id } = await waiting();
    const text = `UPDATE payouts SET approval = 'approved', decided_by = requested_by, decided_at = now() WHERE id = $1`;
    await assert.rejects(service.db.query({ name: 'self', text }, [id]), { constraint: 'payouts_take_two' });
    const again = `UPDATE payouts SET requested_by = $2 WHERE id = $1`;
    await assert.rejects(service.db.query({ name: 'other', text: again }, [id, owner.id]), { code: '42501' });
    const begun = `UPDATE payouts SET due_at = now() WHERE id = $1`;
    await assert.rejects(service.db.query({ name: 'begun', text: begun }, [id]), {
      constraint: 'payouts_wait_for_approval',
    });
    await cancel(shop, id);
  });

  it('is an owner or one of the merchant’s people, not a developer, viewer, stranger or key', async () => {
    const { id } = await waiting(owner);
    for (const who of [developer, viewer]) {
      const refused = await approve(who, id);
      assert.deepEqual(refusal(refused), [403, 'forbidden_account_type']);
      assert.match(refused.body.error.message, /needs the role owner\.$/);
    }
    assert.deepEqual(refusal(await shop.call('POST', `/payouts/${id}/approve`)), [403, 'forbidden_account_type']);
    const other = await service.merchant();
    const stranger = await memberOf(service, other, 'owner');
    assert.deepEqual(refusal(await approve(stranger, id)), [404, 'not_found']);
    const theirs = { 'service-integration': shop.integrationId };
    const posing = await stranger.call('POST', `/payouts/${id}/approve`, undefined, theirs);
    assert.deepEqual(refusal(posing), [404, 'not_found']);
    await cancel(shop, id);
  });

  it('has nothing to decide on a payout that needs no approval', async () => {
    const { id } = await openPayout(shop, [{ recipient: phone('0008'), amount: 1 }]);
    assert.deepEqual(refusal(await approve(boss, id)), [409, 'approval_not_pending']);
  });

  it('can only reject a payout whose maker is suspended since, and cannot decide while suspended', async () => {
    const admin = await service.person('operator', { role: 'admin' });
    const [maker, late] = await Promise.all([memberOf(service, shop, 'owner'), memberOf(service, shop, 'owner')]);
    const { id } = await waiting(maker);
    await admin.call('POST', `/operator/accounts/${maker.id}/suspend`, { reason: 'Stolen laptop' });
    const suspend = `UPDATE accounts SET suspended_at = now() WHERE id = $1`;
    // Without the notification to the nodes: a node may learn of it late.
    assert.equal((await late.call('GET', '/payouts')).status, 200);
    await service.db.query({ name: 'suspend_quietly', text: suspend }, [late.id]);
    assert.deepEqual(refusal(await approve(late, id)), [403, 'account_suspended']);
    assert.deepEqual(refusal(await approve(boss, id)), [403, 'account_suspended']);
    assert.equal((await reject(boss, id)).status, 200);
  });

  it('can only reject a payout whose maker was removed since, or is a viewer now', async () => {
    for (const change of [
      (id: string) => boss.call('DELETE', `/integrations/${shop.integrationId}/developers/${id}`),
      (id: string) => boss.call('PATCH', `/integrations/${shop.integrationId}/developers/${id}`, { role: 'viewer' }),
    ]) {
      const maker = await memberOf(service, shop, 'developer');
      const { id } = await waiting(maker);
      assert.equal((await change(maker.id)).status, 200);
      assert.deepEqual(refusal(await approve(owner, id)), [403, 'forbidden_account_type']);
      assert.equal((await reject(owner, id)).status, 200);
    }
  });

  it('cannot make a frozen wallet pay: the payout waits, and can be rejected', async () => {
    const [{ id }, other] = [await waiting(), await waiting()];
    await shop.call('POST', `/test/wallets/${from}/freeze`, { reason: 'fraud' });
    assert.deepEqual(refusal(await approve(boss, id)), [409, 'wallet_frozen']);
    assert.equal((await boss.call('GET', `/payouts/${id}`)).body.approval.status, 'pending');
    assert.equal((await reject(boss, other.id)).status, 200);
    await shop.call('POST', `/test/wallets/${from}/unfreeze`);
    assert.equal((await approve(boss, id)).status, 200);
    await payoutWith(shop, id, 'completed');
  });

  it('is needed in live mode too, with a second factor', async () => {
    const text = `UPDATE merchants SET live_approved_at = now() WHERE id = $1`;
    await service.db.query({ name: 'approve_live', text }, [shop.merchantId]);
    const [first, second] = await Promise.all([
      memberOf(service, shop, 'merchant', { livemode: true, twoFactor: 'sms' }),
      memberOf(service, shop, 'owner', { livemode: true }),
    ]);
    const { body: wallet } = await first.call('POST', '/wallets', { currency: 'XOF' }, { 'idempotency-key': 'w' });
    await transaction(service.db, (tx) =>
      fundWallets(tx, [{ wallet: wallet.id, amount: 10_000n, source: newId('req') }]),
    );
    const live = { currency: 'XOF', wallet: wallet.id, items: [{ recipient: phone('1234'), amount: 5_000 }] };
    const { body: made } = await first.call('POST', '/payouts', live);
    assert.deepEqual([made.livemode, made.approval.status], [true, 'pending']);
    assert.deepEqual(
      refusal(await approve(boss, made.id)),
      [404, 'not_found'],
      'the payout does not exist in test mode',
    );
    const cross = { 'service-mode': 'live' };
    const crossed = await boss.call('POST', `/payouts/${made.id}/approve`, undefined, cross);
    assert.deepEqual(refusal(crossed), [403, 'forbidden_account_type']);
    assert.deepEqual(refusal(await approve(second, made.id)), [422, 'two_factor_required']);
    const factor = `UPDATE accounts SET two_factor = 'totp', totp_seed = 'x' WHERE id = $1`;
    await service.db.query({ name: 'factor', text: factor }, [second.id]);
    assert.equal((await approve(second, made.id)).status, 200);

    const again = await memberOf(service, shop, 'merchant', { livemode: true, identifier: boss.identifier });
    const { id } = await waiting(boss);
    const own = await again.call('POST', `/payouts/${id}/approve`, undefined, { 'service-mode': 'test' });
    assert.match(own.body.error.message, /^You made this payout yourself/, 'a login of the other mode');
    assert.equal((await approve(owner, id)).status, 200);
    // A payment in progress would change the wallet during the next test.
    await payoutWith(shop, id, 'completed');
  });
});

describe('among concurrent decisions', () => {
  it('exactly one wins: two people approve, one rejects, one cancels, on two nodes', async () => {
    const second = await memberOf(node, shop, 'owner');
    const outcomes = new Set<string>();
    for (let round = 0; round < 16; round++) {
      const [had, got] = [await balance(shop, from), await balance(shop, to)];
      const { id } = await waiting();
      const turns = [
        () => approve(owner, id),
        () => approve(second, id),
        () => reject(boss, id),
        () => cancel(shop, id),
      ];
      // Each of them goes first in its turn, a moment before the others or with them.
      const [first, ...others] = [...turns.slice(round % 4), ...turns.slice(0, round % 4)];
      const begun = first!();
      if (round % 8 > 3) await setTimeout(15);
      const answers = await Promise.all([begun, ...others.map((turn) => turn())]);
      const { status, approval } = (await shop.call('GET', `/payouts/${id}`)).body;
      const won = answers.filter((answer) => answer.status === 200);
      for (const lost of answers.filter((answer) => answer.status !== 200))
        assert.ok(['approval_not_pending', 'payout_not_cancelable'].includes(lost.body.error.code), lost.text);
      if (approval.status === 'approved' && status === 'canceled') {
        // Approved, and then canceled in the moment that remains.
        assert.equal(won.length, 2);
      } else assert.equal(won.length, 1, answers.map(({ text }) => text).join('\n'));
      outcomes.add(`${approval.status} ${status === 'canceled'}`);
      if (status === 'canceled') assert.deepEqual(await balance(shop, from), had);
      else {
        await payoutWith(shop, id, 'completed');
        assert.deepEqual(await balance(shop, to), [got[0] + 1_001, 0]);
      }
      assert.deepEqual((await balance(shop, from))[1], had[1]);
    }
    assert.ok(outcomes.size > 1, 'the decisions never raced');
    await sound();
  });

  /** Two people who have both read the payout before either continues. */
  async function approveTogether(lock: boolean): Promise<PromiseSettledResult<string | Refusal>[]> {
    const { id } = await waiting();
    const db = withStatements(service.db, (statement) =>
      lock ? statement : { name: `${statement.name}_bare`, text: statement.text.replace('FOR UPDATE)', ')') },
    );
    const bothRead = Promise.withResolvers<void>();
    let reads = 0;
    const decide = (who: Member) =>
      transaction(db, async (tx) => {
        const both: typeof tx.query = async (statement, values) => {
          const rows = tx.query<any>(statement, values);
          if (lock || !statement.name.startsWith('payouts_lock')) return rows;
          await rows;
          if (++reads === 2) bothRead.resolve();
          await bothRead.promise;
          return rows;
        };
        return (await approvePayouts({ ...tx, query: both }, [command(callerOf(who), { id })], 3600))[0]!;
      });
    return Promise.allSettled([decide(boss), decide(owner)]);
  }
  const callerOf = ({ id, identifier, session, kind }: Member): Caller => ({
    kind: kind === 'merchant' ? 'merchant' : 'developer',
    id,
    world: shop.world,
    livemode: false,
    owner: { type: 'merchant', id: shop.merchantId },
    scopes: new Set(),
    person: { id, type: kind === 'merchant' ? 'merchant' : 'developer', session, identifier, role: null },
  });
  const done = (results: PromiseSettledResult<string | Refusal>[]) =>
    results.filter((one) => one.status === 'fulfilled' && typeof one.value === 'string').length;

  it('control: without the lock the database refuses the second approval; without that too, both approve', async () => {
    assert.equal(done(await approveTogether(true)), 1);
    assert.equal(done(await approveTogether(false)), 1);
    const owner = new pg.Client({ connectionString: service.url });
    await owner.connect();
    await owner.query('DROP TRIGGER payouts_decided_once ON payouts');
    assert.equal(done(await approveTogether(false)), 2);
    await owner.end();
  });
});
