import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { transaction } from '../../src/db/transaction.ts';
import { hashesOfInvitation } from '../../src/developers/invite.ts';
import { insertMember } from '../../src/developers/store.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { endInvitations, endLiveStanding } from '../../src/merchants/store.ts';
import type { EmailMessage } from '../../src/messages/sender.ts';
import { approvePayouts } from '../../src/payouts/decide.ts';
import { fundWallets } from '../../src/wallets/fund.ts';
import type { FailingEndpoint } from '../../src/webhooks/disable-failing.ts';
import { notifyDevelopers } from '../../src/webhooks/notify-developers.ts';
import { bothWorlds, phone as payee, refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestService, testSecrets, until } from '../support/harness.ts';
import { notingQueue } from '../support/message-queue.ts';
import type { TestPerson } from '../support/person.ts';
import { command } from '../support/world.ts';

const env = { ...bothWorlds, PAYOUT_APPROVAL_ABOVE: 'XOF:1000', RATE_LIMIT: 'off' };
let service: TestService;
/** A node without live mode and an SMS sender: test logins there have the code 000000, and may invite. */
let sandbox: TestService;
let compliance: TestPerson;
before(async () => {
  service = await startTestService(env);
  sandbox = await startTestService({ ...env, LIVE: 'off', SMS_SENDER: 'log' }, service);
  compliance = await service.person('operator', { role: 'compliance' });
});
after(async () => {
  await sandbox.stop();
  await service.stop();
});

const forbidden = [403, 'forbidden_account_type'];
const over = [410, 'invitation_expired'];
const password = 'fifteen characters and more';
const rows = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;
const auth = (path: string, body: object, at = sandbox) => at.request('POST', `/api/v1/auth${path}`, { body });
const as = (key: string, method: string, path: string, body?: object, headers = {}, at = service): Promise<Reply> =>
  at.request(method, `/api/v1${path}`, { key, headers, ...(body ? { body } : {}) });
let count = 0;

/** A merchant, not approved yet. `boss` is the test login; `live`, after the approval, is the merchant's own person. */
async function signUp() {
  const phone = `+2217750000${String(++count).padStart(2, '0')}`;
  const opened = await auth('/merchant/register', { phone, password, business_name: `Shop ${count}` });
  const { body } = await auth('/2fa/verify', { challenge: opened.body.challenge, code: '000000' });
  const boss: string = body.access_token;
  const merchant: string = (await as(boss, 'GET', '/me')).body.merchant;
  const id: string = (await as(boss, 'GET', '/integrations')).body.data[0].id;
  const operator = (what: string, more?: object) =>
    compliance.call('POST', `/operator/merchants/${merchant}/${what}`, more);
  return {
    ...{ phone, boss, merchant, id },
    approve: async () => assert.equal((await operator('approve_live')).status, 200),
    revoke: async () => assert.equal((await operator('revoke_live', { reason: 'Papers' })).status, 200),
    live: () => service.person('merchant', { merchantId: merchant, livemode: true, twoFactor: 'sms' }),
  };
}
type Shop = Awaited<ReturnType<typeof signUp>>;

const inLive = ({ id }: Shop) => ({ 'service-integration': id, 'service-mode': 'live' });
const invite = (shop: Shop, by: string, email: string, role = 'owner', at = service) =>
  as(by, 'POST', `/integrations/${shop.id}/invitations`, { email, role }, {}, at);
const accept = (token: string) => auth('/developer/accept', { token, password }, service);

/** The test login, which anybody can get who knows the phone. */
async function stealTest({ phone }: Shop): Promise<string> {
  const { body } = await auth('/password/forgot', { account_type: 'merchant', phone, mode: 'test' });
  const reset = { challenge: body.challenge, code: '000000', password: 'a password of a stranger' };
  assert.equal((await auth('/password/reset', reset)).status, 204);
  return (await auth('/merchant/login', { phone, password: reset.password, mode: 'test' })).body.access_token;
}

/** A person who accepts an invitation and has a second factor from then on. */
async function join(token: string): Promise<{ id: string; token: string }> {
  const { status, body, text } = await accept(token);
  assert.equal(status, 200, text);
  const { id } = body.user;
  await rows(`UPDATE accounts SET two_factor = 'totp', totp_seed = 'x' WHERE id = $1`, id);
  return { id, token: body.access_token };
}

/** @returns the token of an invitation. The test chooses it, because no e-mail is sent here. */
async function invited(shop: Shop, by: string, email: string, role = 'owner', at = service): Promise<string> {
  const { status, body, text } = await invite(shop, by, email, role, at);
  assert.equal(status, 201, text);
  const token = newId('req');
  const [hash] = hashesOfInvitation(testSecrets.pepper, token);
  await rows('UPDATE invitations SET token_hash = $2 WHERE id = $1', body.id, hash);
  return token;
}

/** An invitation by a test login, which may invite where the deployment has no live mode. */
const invitedInTest = (shop: Shop, by: string, email: string, role = 'owner') =>
  invited(shop, by, email, role, sandbox);

/**
 * A live payout that waits for a second person. Its maker invited nobody, because invited people could not decide on
 * it.
 */
async function livePayout(shop: Shop): Promise<string> {
  const { token } = await shop.live();
  const { body: wallet } = await as(token, 'POST', '/wallets', { currency: 'XOF' }, inLive(shop));
  await transaction(service.db, (tx) =>
    fundWallets(tx, [{ wallet: wallet.id, amount: 10_000n, source: newId('req') }]),
  );
  const payout = { currency: 'XOF', wallet: wallet.id, items: [{ recipient: payee('1234'), amount: 5_000 }] };
  const made = await as(token, 'POST', '/payouts', payout, inLive(shop));
  assert.equal(made.body.approval?.status, 'pending', made.text);
  return made.body.id;
}

/** Everything that a developer could do in live mode. @returns the statuses */
async function liveActs(shop: Shop, key: string): Promise<number[]> {
  const payout = await livePayout(shop);
  const hook = { url: 'https://shop.example/hook', events: ['*'] };
  const answers = [
    await as(key, 'GET', '/payments', undefined, inLive(shop)),
    await as(key, 'POST', '/webhooks', hook, inLive(shop)),
    await as(key, 'POST', `/payouts/${payout}/approve`, undefined, inLive(shop)),
  ];
  for (const answer of answers.filter(({ status }) => status === 403)) {
    assert.deepEqual(refusal(answer), forbidden);
    assert.match(answer.body.error.message, /invite you again/);
  }
  return answers.map(({ status }) => status);
}
const all = [200, 201, 200];
const none = [403, 403, 403];
const membersOf = async (shop: Shop, key: string) =>
  (await as(key, 'GET', `/integrations/${shop.id}/developers`)).body.data.map((one: any) => [
    one.email,
    one.role,
    one.live,
  ]);

describe('an attacker who had the test login before the approval', () => {
  /** The attacker's preparations until the merchant is approved. */
  async function attacked() {
    const shop = await signUp();
    const stolen = await stealTest(shop);
    const name = `evil${count}`;
    const evil = await join(await invitedInTest(shop, stolen, `${name}@bad.example`));
    const open = await invitedInTest(shop, stolen, `${name}-later@bad.example`);
    const own = await invitedInTest(shop, evil.token, `${name}-friend@bad.example`);
    await shop.approve();
    return { shop, stolen, name, evil, open, own, live: await shop.live() };
  }

  it('has no developer in live mode, and no open invitation', async () => {
    const { shop, name, evil, open, own, live } = await attacked();
    assert.deepEqual(await liveActs(shop, evil.token), none);
    for (const token of [open, own]) assert.deepEqual(refusal(await accept(token)), over);
    assert.deepEqual(await membersOf(shop, live.token), [[`${name}@bad.example`, 'owner', false]]);
    // Test mode is unchanged.
    assert.equal((await as(evil.token, 'GET', '/payments', undefined, { 'service-integration': shop.id })).status, 200);
  });

  it('gets nobody in through one of their developers, in any way', async () => {
    const { shop, stolen, name, evil, live } = await attacked();
    for (const key of [stolen, evil.token]) {
      assert.deepEqual(refusal(await invite(shop, key, `${name}-more@bad.example`)), forbidden);
      assert.deepEqual(refusal(await invite(shop, key, `${name}@bad.example`)), forbidden);
      assert.deepEqual(refusal(await as(key, 'GET', `/integrations/${shop.id}/invitations`)), forbidden);
      assert.deepEqual(refusal(await as(key, 'PATCH', `/integrations/${shop.id}`, { name: 'Mine' })), forbidden);
    }
    const good = await join(await invited(shop, live.token, `good${count}@shop.example`));
    const at = `/integrations/${shop.id}/developers/${good.id}`;
    assert.deepEqual(refusal(await as(evil.token, 'DELETE', at)), forbidden);
    assert.deepEqual(refusal(await as(evil.token, 'PATCH', at, { role: 'viewer' })), forbidden);
  });

  it('is removed by the live login, even as the last owner', async () => {
    const { shop, evil, live } = await attacked();
    const at = `/integrations/${shop.id}/developers/${evil.id}`;
    assert.deepEqual(refusal(await as(evil.token, 'DELETE', at)), [409, 'last_owner']);
    assert.equal((await live.call('PATCH', at, { role: 'viewer' })).body.role, 'viewer');
    assert.equal((await live.call('DELETE', at)).status, 200);
    assert.deepEqual(await membersOf(shop, live.token), []);
  });

  it('gains nothing by a second approval either', async () => {
    const { shop, stolen, name, evil, live } = await attacked();
    const good = await join(await invited(shop, live.token, `late${count}@shop.example`));
    assert.deepEqual(await liveActs(shop, good.token), all);
    await shop.revoke();
    const second = await join(await invitedInTest(shop, stolen, `${name}-second@bad.example`));
    const open = await invitedInTest(shop, stolen, `${name}-third@bad.example`);
    assert.ok((await membersOf(shop, stolen)).every(([, , isLive]: unknown[]) => isLive === false));
    await shop.approve();
    assert.deepEqual(refusal(await accept(open)), over);
    for (const { token } of [evil, second, good]) assert.deepEqual(await liveActs(shop, token), none);
  });

  it('control: without the end of memberships and invitations a second approval lets them in', async () => {
    const kept = [endLiveStanding, endInvitations, insertMember].map((one) => [one, { ...one }] as const);
    Object.assign(endLiveStanding, { name: 'control_standing', text: 'SELECT $1::text AS id WHERE false' });
    Object.assign(endInvitations, { name: 'control_invitations', text: 'SELECT $1::text AS id WHERE false' });
    // The rule before the fix: a member belongs in both modes.
    const text = `
      INSERT INTO memberships (integration_id, developer_id, role, live_since)
      SELECT $1, $2, $3, now() WHERE $4::text IS NOT NULL RETURNING true AS live`;
    Object.assign(insertMember, { name: 'control_member', text });
    try {
      const { shop, evil, open } = await attacked();
      assert.deepEqual(await liveActs(shop, evil.token), all);
      assert.deepEqual(await liveActs(shop, (await join(open)).token), all);
    } finally {
      for (const [one, before] of kept) Object.assign(one, before);
    }
  });

  it('gives no live membership while live mode is closed, by an invitation or a role', async (t) => {
    const shop = await signUp();
    await shop.approve();
    const live = await shop.live();
    const viewer = await join(await invited(shop, live.token, `looks${count}@shop.example`, 'viewer'));
    const closed = await startTestService({ ...env, LIVE: 'off' }, service);
    t.after(() => closed.stop());
    const stolen = await stealTest(shop);
    const fresh = await join(await invited(shop, stolen, `closed${count}@bad.example`, 'owner', closed));
    const known = await invite(shop, stolen, `looks${count}@shop.example`, 'owner', closed);
    assert.deepEqual(refusal(known), [409, 'account_already_exists']);
    const path = `/integrations/${shop.id}`;
    const raised = await as(stolen, 'PATCH', `${path}/developers/${viewer.id}`, { role: 'owner' }, {}, closed);
    assert.deepEqual([raised.body.role, raised.body.live], ['owner', false]);
    for (const { token } of [viewer, fresh]) assert.deepEqual(await liveActs(shop, token), none);
  });
});

it('a member in test mode only gets no notices about failing live endpoints', async () => {
  const shop = await signUp();
  await join(await invitedInTest(shop, shop.boss, `mailed${count}@shop.example`));
  await shop.approve();
  const live = await shop.live();
  await join(await invited(shop, live.token, `told${count}@shop.example`));
  const recipients = async (livemode: boolean) => {
    const [{ id: world }] = await rows(
      'SELECT id FROM worlds WHERE integration_id = $1 AND livemode = $2',
      shop.id,
      livemode,
    );
    const mails: EmailMessage[] = [];
    const endpoint = { world, url: 'https://shop.example/hook', day: 1 } as FailingEndpoint;
    await notifyDevelopers(service.db, { queue: notingQueue(mails), brand: 'Rialto' }, endpoint);
    return mails.map(({ to }) => to).sort();
  };
  assert.deepEqual(await recipients(true), [`told${count}@shop.example`]);
  assert.deepEqual(await recipients(false), [`mailed${count}@shop.example`, `told${count}@shop.example`]);
});

it("withdrawing an approval ends the developers' live event streams on every node at once", async () => {
  const shop = await signUp();
  await shop.approve();
  const owner = await join(await invited(shop, (await shop.live()).token, `streams${count}@shop.example`));
  const client = new pg.Client({ connectionString: service.url });
  await client.connect();
  await client.query('LISTEN rialto_sessions');
  const notified = new Set<string | undefined>();
  client.on('notification', ({ payload }) => notified.add(payload));
  await shop.revoke();
  // A node looks up the streams of this person, who may do nothing in live mode any more.
  await until(async () => notified.has(owner.id));
  await client.end();
});

it('membership is checked again with the payout locked: a person who just lost it does not decide', async () => {
  const shop = await signUp();
  await shop.approve();
  const live = await shop.live();
  const { id } = await join(await invited(shop, live.token, `moment${count}@shop.example`));
  const payout = await livePayout(shop);
  const [{ id: world }] = await rows('SELECT id FROM worlds WHERE integration_id = $1 AND livemode', shop.id);
  const owner = { type: 'merchant', id: shop.merchant } as const;
  const caller = {
    kind: 'developer',
    id,
    world,
    livemode: true,
    owner,
    scopes: new Set<never>(),
    person: null,
  } as const;
  const approve = () =>
    transaction(service.db, async (tx) => (await approvePayouts(tx, [command(caller, { id: payout })], 3600))[0]);
  const stand = (since: string) => rows(`UPDATE memberships SET live_since = ${since} WHERE developer_id = $1`, id);
  await stand('NULL');
  const lost = await approve().catch((error) => error);
  assert.ok(lost instanceof Refusal && lost.code === 'forbidden_account_type');
  await stand('now()');
  assert.equal(typeof (await approve()), 'string');
});

it('a test login makes no more integrations after the approval: none can be deleted, and 20 is the most', async () => {
  const shop = await signUp();
  const make = (by: string, name: string) => as(by, 'POST', '/integrations', { name });
  assert.equal((await make(shop.boss, 'Before')).status, 201);
  await shop.approve();
  const stolen = await stealTest(shop);
  assert.deepEqual(refusal(await make(stolen, 'After')), forbidden);
  assert.equal((await make((await shop.live()).token, 'From live')).status, 201);
});

describe('a developer who is invited from the live login', () => {
  it('acts in live mode, and so do those whom they invite as an owner', async () => {
    const shop = await signUp();
    await shop.approve();
    const live = await shop.live();
    const owner = await join(await invited(shop, live.token, `owner${count}@shop.example`));
    assert.deepEqual(await liveActs(shop, owner.token), all);
    const second = await join(await invited(shop, owner.token, `second${count}@shop.example`));
    assert.deepEqual(await liveActs(shop, second.token), all);
  });

  it("and belongs in test mode already gets live mode with the invitation's role on acceptance", async () => {
    const shop = await signUp();
    const email = `early${count}@shop.example`;
    const early = await join(await invitedInTest(shop, shop.boss, email, 'developer'));
    assert.deepEqual(refusal(await invite(shop, shop.boss, email)), [409, 'account_already_exists']);
    await shop.approve();
    const live = await shop.live();
    const token = await invited(shop, live.token, email);
    assert.deepEqual(await membersOf(shop, live.token), [[email, 'developer', false]]);
    assert.deepEqual(await liveActs(shop, early.token), none);
    const joined = await as(early.token, 'POST', '/invitations/accept', { token });
    assert.deepEqual([joined.status, joined.body.role], [200, 'owner']);
    assert.deepEqual(await liveActs(shop, early.token), all);
    assert.deepEqual(await membersOf(shop, live.token), [[email, 'owner', true]]);
    assert.deepEqual(refusal(await invite(shop, live.token, email, 'viewer')), [409, 'account_already_exists']);
    const [{ after }] = await rows(
      `SELECT after FROM audit_log WHERE target = $1 AND action = 'developer.joined' ORDER BY seq DESC LIMIT 1`,
      shop.id,
    );
    assert.equal(after.live, true);
  });

  it('and is removed before they accept does not come back by it', async () => {
    const shop = await signUp();
    const email = `gone${count}@shop.example`;
    const early = await join(await invitedInTest(shop, shop.boss, email, 'viewer'));
    await shop.approve();
    const live = await shop.live();
    const token = await invited(shop, live.token, email);
    const path = `/integrations/${shop.id}/developers/${early.id}`;
    assert.equal((await as(live.token, 'DELETE', path)).status, 200);
    assert.deepEqual(refusal(await as(early.token, 'POST', '/invitations/accept', { token })), over);
    assert.deepEqual(refusal(await accept(token)), over);
    assert.deepEqual(await membersOf(shop, live.token), []);
  });

  it('takes no second place of the fifty', async () => {
    const shop = await signUp();
    const early = await join(await invitedInTest(shop, shop.boss, `full${count}@shop.example`));
    await shop.approve();
    for (let i = 1; i < 49; i++) {
      const { id } = await service.person('developer', { identifier: `full${count}-${i}@shop.example` });
      await rows(`INSERT INTO memberships VALUES ($1, $2, 'viewer')`, shop.id, id);
    }
    const live = await shop.live();
    assert.equal((await invite(shop, live.token, `full${count}@shop.example`)).status, 201);
    assert.equal((await invite(shop, live.token, 'fiftieth@shop.example')).status, 201);
    assert.deepEqual(refusal(await invite(shop, live.token, 'one-more@shop.example')), [422, 'too_many_records']);
    assert.equal((await invite(shop, live.token, `full${count}@shop.example`)).status, 201);
    assert.equal((await as(early.token, 'GET', `/integrations/${shop.id}`)).status, 200);
  });
});

it('an operator sees the number of developers and open invitations of an integration before approving', async () => {
  const shop = await signUp();
  await join(await invitedInTest(shop, shop.boss, `seen${count}@shop.example`));
  await invitedInTest(shop, shop.boss, `open${count}@shop.example`);
  const counts = async () => {
    const [one] = (await compliance.call('GET', `/operator/merchants/${shop.merchant}`)).body.integrations;
    return [one.developers, one.open_invitations];
  };
  assert.deepEqual(await counts(), [1, 1]);
  await shop.approve();
  assert.deepEqual(await counts(), [1, 0]);
});
