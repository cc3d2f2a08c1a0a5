import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { recordActs } from '../../src/audit/record.ts';
import { verifyAudit } from '../../src/audit/verify.ts';
import { openDatabase } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { gatherSubject } from '../../src/people/gather.ts';
import { journalOf, readJournal } from '../../src/people/journal.ts';
import { otherTables, personalTables } from '../../src/people/map.ts';
import { findPerson, readWho } from '../../src/people/open-request.ts';
import { applyErasures, refuseUnapplied } from '../../src/people/reapply.ts';
import { emptySubject } from '../../src/people/subject.ts';
import { columnsIn } from '../../src/people/walk.ts';
import { asService, cloneDatabase, type TestDatabase } from '../support/database.ts';
import { paidPayment, refusal } from '../support/flows.ts';
import {
  startTestService,
  type TestMerchant,
  type TestService,
  testSecretKey,
  testSecrets,
  until,
} from '../support/harness.ts';
import { inLongSuite } from '../support/in-long-suite.ts';
import { png, upload } from '../support/kyc-flows.ts';
import { makeOperator } from '../support/operators.ts';
import { approve, decideByTwo, requestAbout } from '../support/people-requests.ts';
import type { TestPerson } from '../support/person.ts';
import { booksOf, filesWith } from '../support/person-traces.ts';
import {
  asSuperuser,
  type Canary,
  findTraces,
  notPlanted,
  plant,
  plantFiles,
  textColumns,
  traces,
} from '../support/plant-person.ts';
import type { Received } from '../support/receiver.ts';
import { verify } from '../support/verify.ts';
import { payerWith } from '../support/wallet-payments.ts';
import { closeReceivers, deliveryWith, subscribe, unixNow } from '../support/webhook-flows.ts';

const canary: Canary = {
  phone: '+221771239876',
  name: 'Zorblax Quintepep',
  email: 'zq@canary.example',
  text: 'CANARYTEXT',
  number: 'PASS-7731-QX',
};
/** Without an account: this phone only paid. */
const stranger: Canary = { ...canary, phone: '+50937009811', name: 'Wibbly Narfson', email: 'wn@canary.example' };
const { identityKey } = testSecrets;
const keeping = { identityKey, keepYears: 5 };
const dataDir = mkdtempSync(join(tmpdir(), 'rialto-people-'));
const logs: string[] = [];
const env = { DATA_DIR: dataDir, LOG_LEVEL: 'trace' };

let database: TestDatabase;
let backup: TestDatabase;
let unerased: TestDatabase; // for the control
let service: TestService;
let shop: TestMerchant;
let account: string;
let paid: any;
/** A developer of the shop, and the address. */
const till = 'till@shop.example';
let clerk: string;
let hook: Awaited<ReturnType<typeof subscribe>>;
let sent: Received;
let files: Awaited<ReturnType<typeof plantFiles>>;
let first: TestPerson;
let second: TestPerson;

before(async () => {
  database = await cloneDatabase();
  service = await startTestService(env, database, { write: (line) => logs.push(line) });
  shop = await service.merchant();
  const person = await service.person('customer', { identifier: canary.phone });
  account = person.id;
  await upload(person, png(Buffer.from('the passport of Zorblax')));
  const wallet = (await person.call('GET', '/wallets/me')).body.id;
  hook = await subscribe(shop, ['payment.succeeded']);
  paid = await paidPayment(shop, {
    ...{ customer: canary.phone, description: `${canary.text} for ${canary.name}`, metadata: { who: canary.name } },
  });
  sent = await hook.receiver.nth(1);
  assert.match(sent.raw, /CANARYTEXT for Zorblax/);
  await deliveryWith(shop, String(sent.headers['service-delivery-id']), 'succeeded');
  const other = await paidPayment(shop, { customer: '+50937001234', description: `gift for ${canary.phone}` });
  assert.match(other.description, /gift/);
  await paidPayment(shop, { customer: stranger.phone, description: stranger.name, receipt_email: till });
  await paidPayment(shop, { customer: '+50937005678', receipt_email: till });
  clerk = (await service.person('developer', { identifier: till })).id;
  await transaction(service.db, (tx) =>
    recordActs(tx, [
      {
        actor: { type: 'admin', id: 'root' },
        action: 'registration.invited',
        target: canary.phone,
        reason: canary.text,
      },
      {
        ...{ actor: { type: 'customer', id: account }, action: 'a.b', target: account, address: canary.text },
        ...{ before: { name: canary.name }, after: { phone: canary.phone } },
      },
    ]),
  );
  const { id: operator } = await service.person('operator');
  const about = { account, wallet, world: shop.world, merchant: shop.merchantId, operator };
  await service.stop();
  await plant(database.url, canary, about);
  await asSuperuser(database.url, async (client) => {
    await client.query('UPDATE users SET name = $2, metadata = $3 WHERE id = $1', [
      account,
      canary.name,
      { t: canary.text },
    ]);
    await client.query('UPDATE wallets SET label = $2, metadata = $3 WHERE id = $1', [
      wallet,
      canary.text,
      { t: canary.text },
    ]);
    await client.query('UPDATE accounts SET suspended_at = now(), suspended_reason = $2 WHERE id = $1', [
      account,
      canary.text,
    ]);
  });
  files = await plantFiles(database.url, service.documents, canary);
  backup = await cloneDatabase(new URL(database.url).pathname.slice(1));
  unerased = await cloneDatabase(new URL(database.url).pathname.slice(1));
  service = await startTestService(env, database, { write: (line) => logs.push(line) });
  [first, second] = [await makeOperator(service, 'compliance'), await makeOperator(service, 'compliance')];
});
after(async () => {
  closeReceivers();
  await service.stop();
  await database.drop();
  await backup?.drop();
  await unerased?.drop();
});

/** The shop's calls at the service that runs now. */
const asShop = (path: string) => service.request('GET', `/api/v1${path}`, { key: shop.key });
const by = { actor: { type: 'admin', id: 'root' } } as const;

const request = (kind: 'export' | 'erasure', who: string) => requestAbout(service, kind, who);
const carriedOut = (id: string) => decideByTwo(service, [first, second], id);

describe('personal data', () => {
  it('is classified in every column of every table', async () => {
    const columns = await asSuperuser(database.url, textColumns);
    const unknown = columns.filter(({ table, column }) => {
      const map = personalTables[table];
      return !(table in otherTables) && ![...(map ? [...columnsIn(map), ...map.secret] : [])].includes(column);
    });
    assert.deepEqual(
      unknown.map(({ table, column }) => `${table}.${column}`),
      [],
      'classify it in people/map.ts',
    );
  });

  it('is planted in every column that may hold it', async () => {
    assert.deepEqual(notPlanted(await findTraces(database.url, canary)), []);
  });
});

describe('an export of a person', () => {
  it('takes two operators, holds every trace, and is downloaded once', async () => {
    const id = await request('export', account);
    const early = await first.call('GET', `/operator/approvals/${id}/file`);
    assert.deepEqual(refusal(early), [409, 'export_not_completed']);
    const taken = await approve(first, id);
    assert.deepEqual([taken.body.status, taken.body.requested_by], ['pending', first.id]);
    assert.deepEqual(refusal(await approve(first, id)), [403, 'forbidden_account_type']);
    assert.ok(!taken.text.includes(canary.phone), 'the approval names nobody');
    await approve(second, id);
    const file = await until(async () => {
      const answer = await first.call('GET', `/operator/approvals/${id}/file`);
      return answer.status === 200 && answer;
    });
    const lines = file.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const trace of traces(canary)) assert.ok(file.text.includes(trace), trace);
    const exported = new Set(lines.filter(({ object }) => object === 'row').map(({ table }) => table));
    const planted = new Set((await findTraces(database.url, canary)).map((name) => name.split('.')[0]));
    assert.deepEqual(
      [...planted].filter((table) => !exported.has(table)),
      [],
    );
    const document = lines.find(({ object }) => object === 'document');
    assert.match(Buffer.from(document.base64, 'base64').toString('latin1'), /the passport of Zorblax/);
    for (const other of ['+50937009811', '+50937001234'])
      assert.deepEqual(
        lines.filter((line) => JSON.stringify(line).includes(other)),
        [],
        'nobody else is in it',
      );
    assert.deepEqual(refusal(await second.call('GET', `/operator/approvals/${id}/file`)), [
      409,
      'export_not_completed',
    ]);
  });

  inLongSuite('covers a phone without an account', async () => {
    const id = await request('export', stranger.phone);
    assert.deepEqual((await carriedOut(id)).status, 'completed');
    const file = await first.call('GET', `/operator/approvals/${id}/file`);
    assert.ok(file.text.includes(stranger.name) && file.text.includes(stranger.phone));
    // The shop types its own address for its customers' receipts.
    for (const other of [canary.phone, '+50937005678', clerk]) assert.ok(!file.text.includes(other), other);
  });
});

describe('an erasure of a person', () => {
  it('is refused with a list while money is open', async () => {
    const customer = await payerWith(service, 500n, { identifier: '+221771230001' });
    const [seller, expires_at] = [await service.merchant(), new Date(Date.now() + 3_600_000).toISOString()];
    const wallet = await seller.wallet('XOF', 9n);
    const fields = { wallet, to: customer.wallet, amount: 9, currency: 'XOF', expires_at };
    const { body: hold } = await seller.call('POST', '/holds', fields);
    const lines = new RegExp(`The wallet wal_\\w+ holds 500 XOF.*; The hold ${hold.id} is open`);
    await assert.rejects(request('erasure', customer.id), lines);
  });

  it('leaves nothing in any table, file or log, and the books stay', async () => {
    const [before, ledger] = [await booksOf(database.url), await checkLedger(service.db)];
    const id = await request('erasure', canary.phone);
    const done = await carriedOut(id);
    assert.deepEqual([done.status, done.error], ['completed', null]);
    assert.deepEqual(await findTraces(database.url, canary), []);
    assert.deepEqual(filesWith(dataDir, canary), []);
    assert.deepEqual(
      logs.filter((line) => traces(canary).some((trace) => line.includes(trace))),
      [],
    );
    assert.deepEqual(await booksOf(database.url), before);
    // The planted rows have no postings, which the check reports before and after.
    assert.deepEqual(await checkLedger(service.db), ledger);
    assert.equal((await verifyAudit(service.db)).whole, true);
    const read = await asShop(`/payments/${paid.id}`);
    assert.match(read.body.customer, /^\+999\d{11}$/);
    assert.deepEqual([read.body.amount, read.body.description, read.body.metadata], [paid.amount, null, {}]);
    const [other] = (await asShop('/payments?customer=%2B50937001234')).body.data;
    assert.equal(other.description, `gift for ${read.body.customer}`, 'others keep theirs');
    const [csv, xlsx] = [await files.read(files.csv), await files.read(files.xlsx)];
    assert.equal(csv, `Ref;Payer\r\nT1;${read.body.customer} erased\r\nT2;Zo Ra +50937001234\r\n`);
    assert.equal(xlsx, '', 'a workbook with a line of the person is emptied');
    // Nobody approved the schedule as it is now, and who read it before reads it again.
    const { rows } = await asSuperuser(database.url, (client) =>
      client.query('SELECT status, due_at, approved_by, version FROM payout_schedules'),
    );
    assert.deepEqual(rows, [{ status: 'pending', due_at: null, approved_by: null, version: 2 }]);
    // Nobody finds the person by the phone. Only their old account leads to the rows.
    const left = await findPerson(service.db, 'export', readWho(canary.phone), keeping);
    assert.deepEqual(left.payload.accounts, []);
    const kept = await findPerson(service.db, 'export', readWho(account), keeping);
    assert.ok(kept.payload.person.startsWith('+999'));
  });

  inLongSuite('replays an event with the person replaced and a new signature', async () => {
    const delivery = sent.headers['service-delivery-id'];
    const before = hook.receiver.received.length;
    const answer = await service.request('POST', `/api/v1/deliveries/${delivery}/resend`, { key: shop.key });
    assert.ok(answer.status < 300, answer.text);
    const { raw, event, headers } = await hook.receiver.nth(before + 1);
    assert.ok(verify(String(headers['service-signature']), raw, hook.endpoint.secret, unixNow()));
    assert.deepEqual(
      traces(canary).filter((trace) => raw.includes(trace)),
      [],
    );
    const { customer, description, metadata, ...rest } = sent.event.data.object;
    const { customer: now, description: words, metadata: more, ...same } = event.data.object;
    assert.deepEqual([event.id, same], [sent.event.id, rest]);
    assert.deepEqual([now.startsWith('+999'), words, more], [true, null, {}]);
    assert.deepEqual([customer, description, metadata.who], [canary.phone, paid.description, canary.name]);
  });

  inLongSuite('leaves an audit log that still shows any other change', async () => {
    const own = (text: string, values: unknown[] = []) =>
      asSuperuser(database.url, (client) => client.query(text, values));
    const [{ seq, reason }] = (
      await own(`SELECT l.seq, l.reason FROM audit_log l JOIN audit_erasures e USING (seq) WHERE reason IS NOT NULL`)
    ).rows;
    await own('UPDATE audit_log SET reason = $2 WHERE seq = $1', [seq, 'another']);
    const verdict = await verifyAudit(service.db);
    assert.deepEqual([verdict.whole, !verdict.whole && verdict.fault], [false, 'it was changed']);
    // Not even with a digest that fits: no act of the chain names it.
    await own(`UPDATE audit_erasures SET digest = sha256('another') WHERE seq = $1`, [seq]);
    assert.equal((await verifyAudit(service.db)).whole, false);
    await own('UPDATE audit_log SET reason = $2 WHERE seq = $1', [seq, reason]);
    await assert.rejects(own(`UPDATE audit_log SET action = 'x' WHERE seq = $1`, [seq]), /append-only/);
    const plain = 'SELECT max(seq) AS seq FROM audit_log';
    const [last] = (await own(plain)).rows;
    await assert.rejects(own(`UPDATE audit_log SET reason = 'x' WHERE seq = $1`, [last.seq]), /append-only/);
  });

  it('is refused to the service without two approvals', async () => {
    const asked = await request('erasure', stranger.phone);
    // As the service logs in. The erasure is never committed: the worker would write it to the journal.
    const ask = (text: string, values: unknown[]) =>
      asSuperuser(asService(database), async (client) => {
        await client.query('BEGIN');
        await client.query(`INSERT INTO person_erasures (id, entry) VALUES ($1, '{}')`, [asked]);
        return client.query(text, values);
      });
    for (const text of [
      `SELECT erase_in_audit_log($1, 1, '[]')`,
      `SELECT erase_in_request_log($1, '{}', '{}', '{}')`,
      `SELECT erase_in_approvals($1, '[]')`,
    ])
      await assert.rejects(ask(text, [asked]), /nobody approved the erasure/);
    await assert.rejects(ask(`UPDATE audit_log SET reason = 'x'`, []), /permission denied/);
    await assert.rejects(ask(`UPDATE approvals SET reason = 'x' WHERE id = $1`, [asked]), /permission denied/);
    const one = await first.call('POST', `/operator/approvals/${asked}/reject`, { reason: 'withdrawn' });
    assert.equal(one.status, 200, one.text);
  });

  it('is applied again to a restored backup before it starts', async () => {
    const journal = readJournal(journalOf(dataDir));
    assert.equal(journal.length, 1);
    const restored = openDatabase(backup.url, { max: 2 });
    try {
      assert.notDeepEqual(await findTraces(backup.url, canary), []);
      await assert.rejects(refuseUnapplied(restored, journalOf(dataDir)), /people reapply/);
      const options = { db: restored, documents: service.documents, identityKey, by };
      // A crash in the middle: the next run continues.
      const known = { ...emptySubject(), phones: [canary.phone], accounts: [account] };
      const subject = await gatherSubject(restored, known, identityKey);
      let asked = 0;
      const query: typeof restored.query = (...all) => {
        if (++asked > 60) throw new Error('killed');
        return restored.query(...all);
      };
      const dying = Object.assign(Object.create(restored), { query });
      await assert.rejects(erasePerson({ ...options, db: dying }, journal[0]!, subject), /killed/);
      await assert.rejects(refuseUnapplied(restored, journalOf(dataDir)), /people reapply/);
      const applied = await applyErasures(options, journal);
      assert.equal(applied.length, 1);
      await refuseUnapplied(restored, journalOf(dataDir));
      assert.deepEqual(await findTraces(backup.url, canary), []);
      assert.equal((await verifyAudit(restored)).whole, true);
    } finally {
      await restored.close();
    }
  });

  it('would be noticed without the step of one table', async () => {
    const tables = personalTables as Record<string, unknown>;
    const { payout_items: step } = tables;
    const restored = openDatabase(unerased.url, { max: 2 });
    delete tables.payout_items;
    try {
      const options = { db: restored, documents: service.documents, identityKey, by };
      await applyErasures(options, readJournal(journalOf(dataDir)));
      const left = await findTraces(unerased.url, canary);
      assert.deepEqual([...new Set(left.map((name) => name.split('.')[0]))], ['payout_items']);
    } finally {
      tables.payout_items = step;
      await restored.close();
    }
  });
});

describe('the commands', () => {
  it('open an approval, list it, and refuse a person who is not known', async () => {
    const asked = await admin(['people', 'export', stranger.phone, '--reason', 'their letter']);
    assert.match(asked.out, /^apr_\w{26}\n\+509…11: \d+ records, accounts: none\.\n/, asked.err);
    const [id] = asked.out.split('\n') as [string];
    const read = (await first.call('GET', `/operator/approvals/${id}`)).body;
    assert.deepEqual([read.kind, read.status, read.requested_by], ['person_export', 'pending', null]);
    assert.match((await admin(['people', 'list'])).out, new RegExp(`${id} +export +asked`));
    const unclear = await admin(['people', 'erase', 'nobody', '--reason', 'x']);
    assert.deepEqual([unclear.code, unclear.err.includes('"nobody" is not a phone')], [1, true]);
    const unknown = await admin(['people', 'erase', 'opr_00000000000000000000000000', '--reason', 'x']);
    assert.deepEqual([unknown.code, unknown.out], [1, '']);
  });
});

/** `npm run admin -- …`, with the owner's rights. */
async function admin(args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, [new URL('../../src/admin.ts', import.meta.url).pathname, ...args], {
    env: { ...process.env, DATABASE_URL: database.url, SECRET_KEY: testSecretKey, DATA_DIR: dataDir },
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, out, err };
}
