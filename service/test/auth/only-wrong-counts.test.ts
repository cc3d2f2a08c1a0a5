import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { CodeMessage, People } from '../../src/accounts/people.ts';
import type { Database, Statement } from '../../src/db/database.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { logIn } from '../../src/login/log-in.ts';
import { forgotPassword, resetPassword } from '../../src/login/reset-password.ts';
import { verifyCode } from '../../src/login/verify.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';
import { makePeople } from '../support/people.ts';
import { askToPay, fund, payerWith } from '../support/wallet-payments.ts';
import { withStatements } from '../support/world.ts';

let service: TestService;
let people: People;
let sent: CodeMessage[] = [];
before(async () => {
  service = await startTestService();
  people = { ...makePeople(service.db), live: true, sendCode: (message) => sent.push(message) };
});
after(() => service.stop());

const password = 'a password that is long enough';
const device = { address: '127.0.0.1', userAgent: null };

/** The control: no counted attempt is taken back. */
function keepsCounts(): People {
  const nothing = (statement: Statement): Statement =>
    /take_back/.test(statement.name)
      ? { name: `${statement.name}_never`, text: statement.text.replace('WHERE', 'WHERE false AND') }
      : statement;
  const edited = withStatements(service.db, nothing);
  const db: Database = { ...edited, query: (statement, values) => service.db.query(nothing(statement), values) };
  return { ...people, db };
}

describe('a login whose password is not checked', () => {
  /** As where the queue for hashing is full, or the client has disconnected while it waits. */
  const busy = (parts: People): People => ({
    ...parts,
    passwords: { ...parts.passwords, verify: () => Promise.reject(new Refusal('service_unavailable')) },
  });
  const tryTen = async (parts: People) => {
    const { identifier: phone } = await service.person('customer', { livemode: true, password });
    const outcomes = new Set<string>();
    for (let i = 0; i < 10; i++)
      await logIn(busy(parts), 'customer', { phone, password }, device).catch(({ code }) => outcomes.add(code));
    return { phone, outcomes: [...outcomes] };
  };

  it('is not a wrong password', async () => {
    const { phone, outcomes } = await tryTen(people);
    assert.deepEqual(outcomes, ['service_unavailable']);
    assert.ok(JSON.parse(await logIn(people, 'customer', { phone, password }, device)).access_token);
  });

  it('control: one that is not taken back makes the account wait', async () => {
    assert.deepEqual((await tryTen(keepsCounts())).outcomes, ['service_unavailable', 'too_many_attempts']);
  });

  it('after wrong ones leaves their count and their delay', async () => {
    const { identifier: phone } = await service.person('customer', { livemode: true, password });
    const wrong = () => logIn(people, 'customer', { phone, password: 'wrong' }, device);
    for (let i = 0; i < 4; i++) await assert.rejects(wrong(), { code: 'invalid_credentials' });
    await assert.rejects(logIn(busy(people), 'customer', { phone, password }, device), { code: 'service_unavailable' });
    await assert.rejects(wrong(), { code: 'invalid_credentials' });
    await assert.rejects(wrong(), { code: 'too_many_attempts' });
    const text = `UPDATE throttles SET retry_at = now() WHERE retry_at > now()`;
    await service.db.query({ name: 'test_delay_over', text });
    await assert.rejects(logIn(busy(people), 'customer', { phone, password }, device), { code: 'service_unavailable' });
    assert.ok(await logIn(people, 'customer', { phone, password }, device), 'the delay that it set is taken back');
  });
});

it('a login whose client disconnects while it waits in the queue is not counted', async () => {
  const { identifier: phone } = await service.person('customer', { password });
  await service.db.query({ name: 'test_forget_tries', text: 'DELETE FROM throttles' });
  const body = (number: string) => JSON.stringify({ phone: number, password: 'wrong' });
  const open = (text: string) => {
    const socket = connect(Number(new URL(service.base).port), '127.0.0.1');
    socket.on('error', () => {});
    const head = `POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    return socket;
  };
  // Enough logins before them that they wait.
  const before = Array.from({ length: 40 }, (_, i) => open(body(`+2217700080${10 + i}`)));
  const gone = Array.from({ length: 5 }, () => open(body(phone)));
  // Each is counted for its network and for all strangers together.
  await until(async () => (await tries()) === 90);
  for (const socket of gone) socket.destroy();
  await until(async () => (await tries()) < 90);
  const login = () => service.request('POST', '/api/v1/auth/login', { body: { phone, password } });
  await until(async () => (await login()).status === 200);
  for (const socket of before) socket.destroy();

  async function tries(): Promise<number> {
    const text = 'SELECT coalesce(sum(failures), 0)::int AS count FROM throttles';
    return (await service.db.query<{ count: number }>({ name: 'test_tries', text }))[0]!.count;
  }
});

describe('a right code whose action is refused', () => {
  it('approves the payment once there is money, however often there was not', async () => {
    const shop = await service.merchant();
    const payer = await payerWith(service, 0n);
    const { id } = await askToPay(shop, payer);
    const { challenge } = (await payer.call('POST', `/payments/${id}/challenge`)).body;
    const approve = (code: string) => payer.call('POST', `/payments/${id}/approve`, { challenge, code });
    for (let i = 0; i < 25; i++) assert.equal((await approve('000000')).status, 402);
    assert.equal(await codeFailures(payer.id), 0);
    assert.deepEqual(refusal(await approve('123456')), [401, 'invalid_2fa_code']);
    assert.equal(await codeFailures(payer.id), 1, 'the control: a wrong code is counted');
    await fund(service, payer.wallet, 10_000n);
    assert.equal((await approve('000-000')).status, 200);
  });

  it('sets a password after one that is too easy, however often', async () => {
    const { identifier: phone } = await service.person('customer', { livemode: true, password });
    const attempt = async (parts: People) => {
      sent = [];
      const { challenge } = JSON.parse(await forgotPassword(parts, { phone }, device));
      const { code } = sent[0]!;
      const set = (words: string) => resetPassword(parts, { challenge, code, password: words }, device);
      for (let i = 0; i < 8; i++) await assert.rejects(set('baseball'), { code: 'validation_failed' });
      await set('baseball in the rain');
    };
    await attempt(people);
    await assert.rejects(attempt(keepsCounts()), /too_many_attempts|Expected values|five attempts/, 'the control');
  });

  it('that was used before counts as wrong: recovery codes cannot be guessed more often through it', async () => {
    const dev = await service.person('developer', { password });
    const enabled = (await dev.call('POST', '/auth/2fa/enable', { method: 'sms', password })).status;
    assert.equal(enabled, 400);
    const { identifier: phone, id } = await service.person('customer', { livemode: true, password, twoFactor: 'sms' });
    sent = [];
    const { challenge } = JSON.parse(await logIn(people, 'customer', { phone, password }, device));
    const code = sent[0]!.code;
    assert.ok(await verifyCode(people, { challenge, code: `${code.slice(0, 3)} ${code.slice(3)}` }, device));
    await assert.rejects(verifyCode(people, { challenge, code }, device), { code: 'challenge_expired' });
    assert.equal(await codeFailures(id), 0);
  });
});

async function codeFailures(account: string): Promise<number> {
  const text = 'SELECT code_failures AS count FROM accounts WHERE id = $1';
  return (await service.db.query<{ count: number }>({ name: 'test_code_failures', text }, [account]))[0]!.count;
}
