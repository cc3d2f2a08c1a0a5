import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { encodeTime } from '../../src/core/id.ts';
import { dateAt, startOfDay } from '../../src/core/periods.ts';
import { readNextEvents } from '../../src/dashboard/alerts/read-events.ts';
import { sendDueAlert } from '../../src/dashboard/alerts/send-mail.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { openMessageQueue } from '../../src/messages/enqueue.ts';
import { refusal, takenPayment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, testSecrets, until } from '../support/harness.ts';
import { openMailbox } from '../support/mailbox.ts';
import { type Member, memberOf } from '../support/members.ts';

let mailbox: Awaited<ReturnType<typeof openMailbox>>;
/** Two nodes of one deployment. */
let service: TestService;
let second: TestService;
let shop: TestMerchant;
let developer: Member;
before(async () => {
  mailbox = await openMailbox();
  service = await startTestService(mailbox.env);
  second = await startTestService(mailbox.env, { url: service.url });
  shop = await service.merchant();
  developer = await memberOf(service, shop, 'viewer');
});
after(async () => {
  await second?.stop();
  await service?.stop();
  await mailbox?.close();
});

const sql = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;
const wake = () => service.db.node.wake('alerts');
const pay = (amount: number) => takenPayment(shop, { amount, customer: '+221771234567' });
const mailsTo = ({ identifier }: Pick<Member, 'identifier'>) => mailbox.to(identifier);
const pendingOf = async ({ id }: Pick<Member, 'id'>) =>
  (await sql('SELECT pending FROM alerts WHERE account_id = $1', id))[0].pending;
/** The minute between two mails does not end by itself, however slow the machine is. */
const holdMinute = () => sql(`UPDATE alerts SET mailed_at = now() + interval '1 hour' WHERE mailed_at IS NOT NULL`);
/** The minute between two mails is over. */
const endMinute = async () => {
  await sql('UPDATE alerts SET mail_due = now() WHERE mail_due IS NOT NULL');
  wake();
};

it('a payment becomes one mail, and those of the next minute become one more', async () => {
  const chosen = await developer.call('PATCH', '/alerts', { payments: true });
  assert.equal(chosen.status, 200, chosen.text);
  assert.deepEqual(
    [chosen.body.email, chosen.body.payments, chosen.body.summary_hour],
    [...[developer.identifier, true, null]],
  );
  const { id } = await pay(1_000);
  const [first] = await until(async () => mailsTo(developer).length > 0 && mailsTo(developer));
  assert.equal(first!.subject, '[Test] You received XOF 1,000');
  assert.match(first!.text, new RegExp(`/dashboard/${shop.integrationId}/test/payments/${id}\n`));
  assert.ok(!first!.text.includes('771234567'), 'the mail has no phone');
  await holdMinute();
  for (const amount of [2_000, 3_000, 7_000]) await pay(amount);
  await until(async () => (await pendingOf(developer))?.XOF?.count === 3);
  assert.equal(mailsTo(developer).length, 1);
  await endMinute();
  const mails = await until(async () => mailsTo(developer).length > 1 && mailsTo(developer));
  assert.equal(mails[1]!.subject, '[Test] 3 payments: XOF 12,000');
  assert.deepEqual(await pendingOf(developer), null);
  await holdMinute();
});

it('a payment below the minimum is not reported, and each person chooses for themselves', async () => {
  const merchant = await memberOf(service, shop, 'owner');
  const low = { payments: true, minimums: [{ currency: 'XOF', amount: 5_000 }] };
  assert.deepEqual((await merchant.call('PATCH', '/alerts', low)).body.minimums, low.minimums);
  await pay(4_999);
  await pay(5_000);
  await until(async () => (await pendingOf(developer))?.XOF?.amount === '9999');
  await until(async () => mailsTo(merchant).length === 1);
  assert.equal(mailsTo(merchant)[0]!.subject, '[Test] You received XOF 5,000');
  const silent = await memberOf(service, shop, 'developer');
  assert.deepEqual((await silent.call('GET', '/alerts')).body.payments, false);
  for (const [body, param] of [
    [{ minimums: [{ currency: 'JPY', amount: 5 }] }, 'currency'],
    [{ minimums: [...low.minimums, ...low.minimums] }, 'minimums[1].currency'],
    [{ summary_hour: 24 }, 'summary_hour'],
  ] as const) {
    const answer = await merchant.call('PATCH', '/alerts', body);
    assert.equal(answer.body.error.details?.[0].param ?? answer.body.error.param, param, answer.text);
  }
  assert.equal((await merchant.call('PATCH', '/alerts', { payments: false })).body.payments, false);
});

it('somebody who lost the access, or a till, gets nothing', async () => {
  const leaver = await memberOf(service, shop, 'viewer');
  const till = await memberOf(service, shop, 'till');
  assert.deepEqual(refusal(await till.call('PATCH', '/alerts', { payments: true })), [403, 'forbidden_account_type']);
  await leaver.call('PATCH', '/alerts', { payments: true });
  await sql('DELETE FROM memberships WHERE developer_id = $1', leaver.id);
  await pay(50_000);
  await until(async () => (await pendingOf(developer))?.XOF?.amount === '59999');
  await until(async () => {
    await endMinute();
    return (await pendingOf(developer)) === null && (await pendingOf(leaver)) === null;
  });
  await until(async () => mailsTo(developer).some(({ subject }) => subject.includes('59,999')));
  assert.deepEqual(mailsTo(leaver), []);
});

it("a merchant's person confirms an address with a code from it before anything else is sent to it", async () => {
  const person = await memberOf(service, shop, 'merchant');
  const early = await person.call('PATCH', '/alerts', { payments: true });
  assert.equal(early.body.error.details[0].reason, 'confirm_address_first', early.text);
  const email = 'awa@shop.example';
  const asked = await person.call('POST', '/auth/alert_address', { email: 'Awa@Shop.example' });
  assert.equal(asked.status, 200, asked.text);
  const [mail] = await until(async () => mailbox.to(email).length > 0 && mailbox.to(email));
  const [code] = /\d{6}/.exec(mail!.text)!;
  const { challenge } = asked.body;
  const confirm = (who: Member, code: string) => who.call('POST', '/auth/alert_address/confirm', { challenge, code });
  const wrong = code === '000000' ? '000001' : '000000';
  assert.deepEqual(refusal(await confirm(person, wrong)), [401, 'invalid_2fa_code']);
  const stranger = await memberOf(service, await service.merchant(), 'merchant');
  assert.deepEqual(refusal(await confirm(stranger, code!)).slice(1), ['challenge_expired']);
  assert.deepEqual((await person.call('GET', '/alerts')).body.email, null);
  assert.deepEqual((await confirm(person, code!)).body, { object: 'alert_address', email });
  // A code from a mailbox of one's choice does not forgive wrong codes of the login.
  assert.equal((await sql('SELECT code_failures FROM accounts WHERE id = $1', person.id))[0].code_failures, 1);
  const set = await person.call('PATCH', '/alerts', { payments: true });
  assert.deepEqual([set.body.email, set.body.payments], [email, true], set.text);
  await pay(600);
  await until(async () => mailbox.to(email).length === 2);
  assert.equal(mailbox.to(email)[1]!.subject, '[Test] You received XOF 600');
  const refusals: string[] = [];
  for (let i = 0; i < 10; i++) {
    const answer = await person.call('POST', '/auth/alert_address', { email: `a${i}@shop.example` });
    if (answer.status !== 200) refusals.push(answer.body.error.code);
  }
  assert.deepEqual(refusals, ['too_many_attempts']);
});

describe('the daily summary', () => {
  const zone = 'Asia/Tokyo';
  const hour = 0;
  let yesterday: string;
  const sendAgain = async (day: string | null) => {
    await sql('UPDATE alerts SET summary_day = $2, summary_due = now() WHERE account_id = $1', developer.id, day);
    wake();
    second.db.node.wake('alerts');
    await until(async () => {
      const [row] = await sql('SELECT summary_due > now() AS later FROM alerts WHERE account_id = $1', developer.id);
      return row.later;
    });
  };
  const summaries = () => mailsTo(developer).filter(({ text }) => text.includes('Summary of'));
  /** A copy of a payment as it would be if it had been made at that time. */
  const copyAt = async (id: string, ms: number, values: object = {}) =>
    sql(
      `INSERT INTO payments SELECT (jsonb_populate_record(p, $2::jsonb)).* FROM payments p WHERE p.id = $1`,
      id,
      JSON.stringify({
        id: `pay_${encodeTime(ms)}${newId('pay').slice(-16)}`,
        ...{ created_at: new Date(ms), reference: null, ...values },
      }),
    );

  before(async () => {
    await sql('UPDATE merchants SET time_zone = $2 WHERE id = $1', shop.merchantId, zone);
    yesterday = dateAt(startOfDay(dateAt(Date.now(), zone), zone) - 3_600_000, zone);
    const set = await developer.call('PATCH', '/alerts', { payments: false, summary_hour: hour });
    assert.deepEqual([set.body.summary_hour, set.body.time_zone], [hour, zone]);
  });

  it('begins with the next morning, and says so if nothing happened', async () => {
    const [row] = await sql(
      'SELECT summary_due > now() AS later, summary_day::text FROM alerts WHERE account_id = $1',
      developer.id,
    );
    assert.deepEqual(row, { later: true, summary_day: yesterday });
    await sendAgain(null);
    const [mail] = await until(async () => summaries().length === 1 && summaries());
    assert.match(mail!.text, /There were no payments and no refunds on this day\.\n\nBalance now: XOF/);
  });

  it("has the day's figures in the merchant's zone, once, whichever node sends it", async () => {
    const { id, fee } = await pay(10_000);
    const [from, until_] = [startOfDay(yesterday, zone), startOfDay(dateAt(Date.now(), zone), zone)];
    const failed = { status: 'failed', failed_at: new Date(from), succeeded_at: null };
    await copyAt(id, from + 1_000, { tax: 45 });
    await copyAt(id, until_ - 1_000, { amount: 2_500 });
    await copyAt(id, until_ - 2_000, { ...failed, failure: { code: 'customer_declined', message: 'x' } });
    await copyAt(id, from - 1_000, { amount: 70_000 });
    await copyAt(id, until_ + 1_000, { amount: 70_000 });
    await sql(`UPDATE messages SET source = NULL WHERE kind = 'daily_summary'`);
    await sendAgain(null);
    const mails = await until(async () => summaries().length === 2 && summaries());
    const { subject, text } = mails[1]!;
    assert.match(subject, /^\[Test\] .+: \w+, \w+ \d+, \d{4}$/);
    assert.match(text, /\nXOF\nPayments received: XOF 12,500 \(2\)\n/);
    const money = (amount: number) => `XOF ${amount.toLocaleString('en')}`;
    for (const line of [
      `Fees: ${money(fee * 2)}`,
      `Tax on fees: ${money(45)}`,
      'Refunds: XOF 0 (0)',
      'Failed payments: 1',
    ])
      assert.ok(text.includes(`\n${line}\n`), text);
    // The same day is due again, as after a crash: both nodes find that it was reported.
    await sendAgain(yesterday);
    await sendAgain(yesterday);
    assert.equal((await sql(`SELECT 1 FROM messages WHERE kind = 'daily_summary'`)).length, 2);
  });

  it('is planned again when the merchant changes the time zone', async () => {
    const person = await memberOf(service, shop, 'merchant');
    const due = async () =>
      (await sql('SELECT summary_due AS at FROM alerts WHERE account_id = $1', developer.id))[0].at;
    const changed = await person.call('PATCH', '/merchants/me', { time_zone: 'America/Lima' });
    assert.equal(changed.status, 200, changed.text);
    const at = await until(async () => ((await due()) > new Date() ? due() : null));
    assert.equal((at as Date).getTime(), startOfDay(dateAt((at as Date).getTime(), 'America/Lima'), 'America/Lima'));
  });
});

describe('each payment is in one mail', () => {
  /** A service without workers: the rounds are run by the tests. */
  let still: TestService;
  let quiet: TestMerchant;
  let reader: Member;
  before(async () => {
    still = await startTestService({ ROLE: 'api' });
    quiet = await still.merchant();
    reader = await memberOf(still, quiet, 'viewer');
    assert.equal((await reader.call('PATCH', '/alerts', { payments: true })).status, 200);
  });
  after(() => still.stop());

  const emit = (client: { query(text: string, values: unknown[]): Promise<unknown> }, amount: number) =>
    client.query(
      `INSERT INTO events (world, id, type, payload, created_at) VALUES ($1, $2, 'payment.succeeded', $3, now())`,
      [
        ...[quiet.world, newId('evt')],
        JSON.stringify({ data: { object: { id: newId('pay'), amount, currency: 'XOF' } } }),
      ],
    );
  const key = testSecrets.encryptionKey;
  const sender = { queue: openMessageQueue(key), brand: 'Rialto', dashboard: '/dashboard', exponentOf: () => 0 };
  const readAll = async () => {
    for (let last = 0; ; ) {
      last = await readNextEvents(still.db, last);
      if (last === 0) return;
    }
  };
  const queued = async () =>
    (await still.db.pool.query(`SELECT 1 FROM messages WHERE kind = 'payment_alert'`)).rowCount;
  const pending = async () => (await still.db.pool.query('SELECT pending FROM alerts')).rows[0].pending;
  /** Reads until `count` payments wait for the mail: an open transaction of any database here holds events up. */
  const readUntil = (count: number) =>
    until(async () => {
      await Promise.all([readAll(), readAll(), readAll()]);
      const sums = await pending();
      return sums?.XOF?.count >= count ? sums : null;
    });
  const due = () => still.db.pool.query('UPDATE alerts SET mail_due = now() WHERE mail_due IS NOT NULL');

  it('although it commits after later ones, and several nodes read at once', async () => {
    const slow = await still.db.pool.connect();
    await slow.query('BEGIN');
    await emit(slow, 1);
    for (let i = 0; i < 700; i++) await emit(still.db.pool, 10);
    await Promise.all([readAll(), readAll(), readAll()]);
    assert.equal(await pending(), null, 'nothing is read past an open transaction');
    await slow.query('COMMIT');
    slow.release();
    assert.deepEqual(await readUntil(701), { XOF: { count: 701, amount: '7001' } });
  });

  it('although the first try to send it fails, and several nodes send at once', async () => {
    await due();
    const failing = { add: () => Promise.reject(new Error('the database is gone')) };
    await assert.rejects(sendDueAlert({ db: still.db, ...sender, queue: failing }), /gone/);
    assert.equal((await pending()).XOF.count, 701);
    const sent = await Promise.all(Array.from({ length: 5 }, () => sendDueAlert({ db: still.db, ...sender })));
    assert.equal(sent.filter(Boolean).length, 1);
    assert.equal(await queued(), 1);
    assert.equal(await pending(), null);
    await readAll();
    assert.equal(await pending(), null);
  });

  it('and after the last person turned them off, nothing is read', async () => {
    await reader.call('PATCH', '/alerts', { payments: false });
    await emit(still.db.pool, 5);
    assert.equal(await readNextEvents(still.db, 0), 0);
    assert.equal((await still.db.pool.query('SELECT 1 FROM alert_cursors')).rowCount, 0);
    // Reading begins at the oldest open transaction, of any database here.
    const recent = 'SELECT 1 FROM events WHERE world = $1 AND xid >= pg_snapshot_xmin(pg_current_snapshot())';
    await until(async () => (await still.db.pool.query(recent, [quiet.world])).rowCount === 0);
    await reader.call('PATCH', '/alerts', { payments: true });
    await emit(still.db.pool, 6);
    assert.deepEqual(await readUntil(1), { XOF: { count: 1, amount: '6' } });
  });
});
