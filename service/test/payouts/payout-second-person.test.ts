import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import type { Caller } from '../../src/kernel/command.ts';
import { createPayouts } from '../../src/payouts/create.ts';
import { refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { inviteAs, type Member, memberOf } from '../support/members.ts';
import { newWallet, openPayout } from '../support/payout-flows.ts';
import { command, withStatements } from '../support/world.ts';

/** A person's payout above 1 000 needs a second person, and so does one that would bring their day above 2 500. */
const env = {
  PAYOUT_APPROVAL_ABOVE: 'XOF:1000,USD:1000',
  PAYOUT_PERSON_DAY_MAX: 'XOF:2500',
  PAYOUT_PENDING_SECONDS: '3600',
};
let service: TestService;
let node: TestService;
let shop: TestMerchant;
let to: Record<string, string>;
/** Each of a dozen payouts has its own wallet: the lock of a shared one would serialise them. */
let sources: string[];
before(async () => {
  service = await startTestService(env);
  node = await startTestService(env, service);
  shop = await service.merchant();
  to = {};
  for (const currency of ['XOF', 'USD', 'KES']) {
    await shop.wallet(currency, 10_000_000n);
    to[currency] = await newWallet(shop, currency);
  }
  sources = await Promise.all(Array.from({ length: 12 }, () => newWallet(shop)));
  for (const id of sources) await shop.call('POST', `/test/wallets/${id}/fund`, { amount: 100_000 });
});
after(async () => {
  await node.stop();
  await service.stop();
});

const body = (amount: number, currency = 'XOF') => ({ currency, items: [{ recipient: to[currency]!, amount }] });
async function make(who: Pick<Member, 'call'>, amount: number, currency = 'XOF'): Promise<any> {
  const answer = await who.call('POST', '/payouts', body(amount, currency));
  assert.equal(answer.status, 202, answer.text);
  return answer.body;
}
const waits = async (who: Pick<Member, 'call'>, amount: number, currency?: string) =>
  (await make(who, amount, currency)).approval?.status ?? null;
const approve = (who: Member, id: string): Promise<Reply> => who.call('POST', `/payouts/${id}/approve`);

describe("a person's daily total without a second person", () => {
  it('is bounded: a payout above the rest of it waits, and smaller ones go on', async () => {
    const boss = await memberOf(service, shop, 'merchant');
    assert.deepEqual([await waits(boss, 1_000), await waits(boss, 1_000)], [null, null]);
    assert.equal(await waits(boss, 600), 'pending');
    assert.equal(await waits(boss, 500), null, 'a waiting payout is not counted');
    assert.equal(await waits(boss, 1), 'pending');
    assert.equal(await waits(boss, 1_001), 'pending', 'above the limit of one payout');
    const other = await memberOf(service, shop, 'owner');
    assert.equal(await waits(other, 1_000), null, 'another person');
  });

  it('defaults to PAYOUT_APPROVAL_ABOVE, and is unlimited without both; keys have no limit', async () => {
    const boss = await memberOf(service, shop, 'merchant');
    assert.deepEqual([await waits(boss, 600, 'USD'), await waits(boss, 600, 'USD')], [null, 'pending']);
    assert.deepEqual([await waits(boss, 600_000, 'KES'), await waits(boss, 600_000, 'KES')], [null, null]);
    for (let i = 0; i < 4; i++)
      assert.equal((await openPayout(shop, [{ recipient: to.XOF!, amount: 1_000 }])).approval, null);
  });

  it('does not count refused payouts', async () => {
    const boss = await memberOf(service, shop, 'merchant');
    const poor = await newWallet(shop);
    for (let i = 0; i < 4; i++) {
      const answer = await boss.call('POST', '/payouts', { ...body(1_000), wallet: poor });
      assert.deepEqual(refusal(answer), [402, 'insufficient_funds']);
    }
    assert.deepEqual([await waits(boss, 1_000), await waits(boss, 1_000)], [null, null]);
  });

  it('holds for concurrent payouts on two nodes', async () => {
    for (let round = 0; round < 3; round++) {
      const boss = await memberOf(service, shop, 'merchant');
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          (i % 2 ? node : service).request('POST', '/api/v1/payouts', {
            key: boss.token,
            headers: { 'service-integration': shop.integrationId },
            body: { ...body(700), wallet: sources[i] },
          }),
        ),
      );
      for (const answer of answers) assert.equal(answer.status, 202, answer.text);
      assert.equal(answers.filter((answer) => answer.body.approval === null).length, 3);
    }
  });

  const callerOf = ({ id, identifier, session }: Member): Caller => ({
    kind: 'merchant',
    id,
    world: shop.world,
    livemode: false,
    owner: { type: 'merchant', id: shop.merchantId },
    scopes: new Set(),
    person: { id, type: 'merchant', session, identifier, role: null },
  });
  /** Six concurrent payouts of 700. @returns how many of them need no approval */
  async function unapproved(db: Database): Promise<number> {
    const boss = await memberOf(service, shop, 'merchant');
    const bare = { reference: null, description: null, name: null };
    const items = [{ recipient: to.XOF!, amount: 700n, ...bare }];
    const options = { pendingSeconds: 3600, approvalAbove: new Map(), personDayMax: new Map([['XOF', 2_500n]]) };
    const answers = await Promise.all(
      sources.slice(0, 6).map((wallet) => {
        const input = { currency: 'XOF', wallet, items } as never;
        return transaction(db, (tx) => createPayouts(tx, [command(callerOf(boss), input, undefined, '')], options));
      }),
    );
    return answers.filter(([answer]) => JSON.parse(answer as string).approval === null).length;
  }

  it('control: counted by a read and a separate write, more go through', async () => {
    assert.equal(await unapproved(service.db), 3);
    // A naive implementation: everybody reads before anybody has written.
    const readFirst = withStatements(service.db, (statement) =>
      statement.name === 'payouts_count_day'
        ? {
            name: 'payouts_count_day_bare',
            text: `
              WITH slow AS (SELECT pg_sleep(0.3)), before AS (
                SELECT coalesce(sum(amount), 0) AS amount FROM payout_days, slow WHERE account_id = $1 AND livemode = $2 AND currency = $3)
              INSERT INTO payout_days AS d (account_id, livemode, currency, day, amount)
              SELECT $1, $2, $3, (now() AT TIME ZONE 'UTC')::date, $4::bigint FROM before WHERE before.amount + $4::bigint <= $5::bigint
              ON CONFLICT (account_id, livemode, currency, day) DO UPDATE SET amount = d.amount + excluded.amount
              RETURNING amount`,
          }
        : statement,
    );
    assert.ok((await unapproved(readFirst)) > 3);
  });
});

describe('the second person of a payout', () => {
  const invite = (by: { id: string }, who: Member, daysAgo = 0) => inviteAs(service, shop, by, who, daysAgo);
  const large = async (who: Member) => (await make(who, 1_001)).id as string;

  it('cannot be a person whom the maker invited in the last seven days; later they can', async () => {
    const [boss, fresh, old] = [
      await memberOf(service, shop, 'merchant'),
      await memberOf(service, shop, 'owner'),
      await memberOf(service, shop, 'owner'),
    ];
    await invite(boss, fresh, 6);
    await invite(boss, old, 8);
    const id = await large(boss);
    const refused = await approve(fresh, id);
    assert.deepEqual(refusal(refused), [403, 'forbidden_account_type']);
    assert.match(refused.body.error.message, /invited you in the last 7 days/);
    assert.equal((await approve(old, id)).status, 200, 'the control');
  });

  it('cannot be invited by a person whom the maker had invited, even if that one is removed', async () => {
    const [boss, between, last] = [
      await memberOf(service, shop, 'merchant'),
      await memberOf(service, shop, 'owner'),
      await memberOf(service, shop, 'owner'),
    ];
    await invite(boss, between, 2);
    await invite(between, last, 1);
    await boss.call('DELETE', `/integrations/${shop.integrationId}/developers/${between.id}`);
    const id = await large(boss);
    assert.deepEqual(refusal(await approve(last, id)), [403, 'forbidden_account_type']);
  });

  it('has not invited the maker in those days either', async () => {
    const [boss, puppet] = [await memberOf(service, shop, 'merchant'), await memberOf(service, shop, 'developer')];
    await invite(boss, puppet);
    const refused = await approve(boss, await large(puppet));
    assert.deepEqual(refusal(refused), [403, 'forbidden_account_type']);
    assert.match(refused.body.error.message, /You invited the person who made this payout/);
  });

  it('is refused whichever account of the maker invited: a merchant’s person has one in each mode', async () => {
    const boss = await memberOf(service, shop, 'merchant');
    const twin = await service.person('merchant', {
      merchantId: shop.merchantId,
      identifier: boss.identifier,
      livemode: true,
    });
    const fresh = await memberOf(service, shop, 'owner');
    await invite(twin, fresh);
    assert.deepEqual(refusal(await approve(fresh, await large(boss))), [403, 'forbidden_account_type']);
  });

  it('may reject the payout of their inviter: that pays nobody', async () => {
    const [boss, fresh] = [await memberOf(service, shop, 'merchant'), await memberOf(service, shop, 'owner')];
    await invite(boss, fresh);
    const answer = await fresh.call('POST', `/payouts/${await large(boss)}/reject`, { reason: 'not so' });
    assert.equal(answer.status, 200, answer.text);
  });

  it('may have been invited to another integration', async () => {
    const [boss, known] = [await memberOf(service, shop, 'merchant'), await memberOf(service, shop, 'owner')];
    const other = await service.merchant();
    await service.db.pool.query(
      `INSERT INTO invitations (id, integration_id, email, role, token_hash, invited_by, expires_at, accepted_at)
       VALUES ('inv_other', $1, $2, 'owner', '\\x00', $3, now() + interval '7 days', now())`,
      [other.integrationId, known.identifier, boss.id],
    );
    assert.equal((await approve(known, await large(boss))).status, 200);
  });
});
