import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pino from 'pino';
import { createSending } from '../../src/accounts/send.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { forgotPassword } from '../../src/login/reset-password.ts';
import { AT_ONCE, IN_LINE, openOutbox } from '../../src/messages/outbox.ts';
import { bothWorlds, refusal } from '../support/flows.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { makeShop } from '../support/integration-flows.ts';
import { makePeople } from '../support/people.ts';

const started: TestService[] = [];
const start = async (env: Record<string, string> = {}) => {
  const service = await startTestService({ TRUSTED_PROXIES: '127.0.0.0/8', ...env });
  started.push(service);
  return service;
};
after(async () => {
  for (const service of started.reverse()) await service.stop();
});

type Shop = Awaited<ReturnType<typeof makeShop>>;
const invite = (shop: Shop, email: string, from = '192.0.2.1') =>
  shop.boss.call(
    'POST',
    `/integrations/${shop.id}/invitations`,
    { email, role: 'viewer' },
    { 'x-forwarded-for': from },
  );

describe('invitations', () => {
  it('to one person are limited to five in an hour, however the address is written and whoever invites', async () => {
    const service = await start();
    const spellings = ['awa@x.example', 'a.wa@x.example', 'awa+1@x.example', 'A.W.A@x.example', 'awa+2@x.example'];
    for (const email of spellings) assert.equal((await invite(await makeShop(service), email)).status, 201, email);
    const sixth = await invite(await makeShop(service), 'aw.a+3@x.example');
    assert.deepEqual(refusal(sixth), [429, 'too_many_attempts']);
    assert.equal((await invite(await makeShop(service), 'awa2@x.example')).status, 201, 'the control: another person');
    const { rows } = await service.db.pool.query('SELECT DISTINCT email FROM invitations ORDER BY email');
    assert.equal(rows.length, 6, 'each spelling is still an address of its own');
  });

  it('are limited in total within an hour', async () => {
    const service = await start({ INVITATIONS_PER_HOUR: '2' });
    const invited = await Promise.all(
      [1, 2, 3, 4].map(async (i) => invite(await makeShop(service), `p${i}@x.example`, `192.0.${i}.1`)),
    );
    assert.deepEqual(invited.map(({ status }) => status).sort(), [201, 201, 429, 429]);
  });

  it('of an integration in test mode are limited in a day; the error names the quota', async () => {
    const service = await start({ RATE_LIMIT: 'on', TEST_EMAILS_PER_DAY: '1' });
    const shop = await makeShop(service);
    assert.equal((await invite(shop, 'one@x.example')).status, 201);
    const refused = await invite(shop, 'two@x.example');
    assert.deepEqual(refusal(refused), [429, 'quota_exceeded']);
    assert.match(refused.body.error.message, /TEST_EMAILS_PER_DAY/);
    assert.equal((await invite(await makeShop(service), 'two@x.example')).status, 201);
  });

  it('of a network are limited to 120 in an hour, however many merchants it has', async () => {
    const service = await start({ RATE_LIMIT: 'on', RATE_LIMIT_TEST: '1000' });
    const shops = await Promise.all([1, 2, 3].map(() => makeShop(service)));
    const statuses: number[] = [];
    for (let i = 0; i < 122; i++)
      statuses.push((await invite(shops[i % 3]!, `p${i}@x.example`, `192.0.2.${i}`)).status);
    assert.deepEqual([...new Set(statuses.slice(0, 120))], [201]);
    assert.deepEqual(statuses.slice(120), [429, 429]);
    assert.equal((await invite(shops[0]!, 'far@x.example', '192.0.3.1')).status, 201);
  });

  it('cannot be sent by a test login of a live deployment', async () => {
    const service = await start(bothWorlds);
    const shop = await makeShop(service);
    assert.deepEqual(refusal(await invite(shop, 'one@x.example')), [403, 'forbidden_account_type']);
    const { rows } = await service.db.pool.query('SELECT count(*)::int AS n FROM invitations');
    assert.equal(rows[0].n, 0);
  });
});

describe('a full outbox', () => {
  const log = pino({ level: 'silent' });
  const never = { send: () => new Promise<void>(() => {}) };
  const open = () => openOutbox({ sms: never, email: never, log, onOutcome: () => {}, stopMs: 1 });
  const mail = { to: 'a@b.example', subject: 's', text: 't' };
  const fill = (outbox: ReturnType<typeof open>, lane: 'code' | 'other') => {
    for (let i = 0; i < AT_ONCE + IN_LINE; i++) outbox.email(mail, lane);
  };

  it('answers 503 whether or not the address has an account, and writes nothing', async () => {
    const service = await start();
    const outbox = open();
    const people = {
      ...makePeople(service.db),
      ...createSending({ outbox, queue: { add: () => assert.fail() }, brand: 'Rialto', sendsEmail: true, docBase: '' }),
    };
    const { identifier: known } = await service.person('operator');
    const ask = (email: string) =>
      forgotPassword(people, { account_type: 'operator', email }).then(
        () => 'sent',
        (error) => (error instanceof Refusal ? error.code : Promise.reject(error)),
      );
    fill(outbox, 'other');
    // The control: a flood of other messages delays no code.
    assert.deepEqual([await ask(known), await ask('nobody@x.example')], ['sent', 'sent']);
    await service.db.pool.query('DELETE FROM challenges');
    for (;;) {
      try {
        outbox.email(mail, 'code');
      } catch {
        break;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual([await ask(known), await ask('nobody@x.example')], Array(2).fill('service_unavailable'));
    const { rows } = await service.db.pool.query('SELECT count(*)::int AS n FROM challenges');
    assert.equal(rows[0].n, 0);
    await outbox.stop();
  });
});
