import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openPersonRequest } from '../../src/approvals/open-person-request.ts';
import { recordActs } from '../../src/audit/record.ts';
import { verifyAudit } from '../../src/audit/verify.ts';
import { openDatabase } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { journalOf, readJournal } from '../../src/people/journal.ts';
import { otherTables, personalTables } from '../../src/people/map.ts';
import { findPerson, readWho } from '../../src/people/open-request.ts';
import { applyErasures, refuseUnapplied } from '../../src/people/reapply.ts';
import { columnsOf } from '../../src/people/walk.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { paidPayment, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, testSecrets, until } from '../support/harness.ts';
import { png, upload } from '../support/kyc-flows.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { payerWith } from '../support/wallet-payments.ts';
import { asSuperuser, type Canary, findTraces, notPlanted, plant, textColumns, traces } from '../support/plant-person.ts';

const canary: Canary = {
  phone: '+221771239876',
  name: 'Zorblax Quintepep',
  email: 'zq@canary.example',
  text: 'CANARYTEXT',
  number: 'PASS-7731-QX',
};
/** Without an account: this phone only paid. */
const stranger: Canary = { ...canary, phone: '+50937009811', name: 'Wibbly Narfson', email: 'wn@canary.example' };
const identityKey = testSecrets.identityKey;
const keeping = { identityKey, keepYears: 5 };
const dataDir = mkdtempSync(join(tmpdir(), 'rialto-people-'));
const logs: string[] = [];
const env = { DATA_DIR: dataDir, LOG_LEVEL: 'trace' };

let database: TestDatabase;
let backup: TestDatabase;
/** For the control. */
let unerased: TestDatabase;
let service: TestService;
let shop: TestMerchant;
let account: string;
let paid: any;
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
  paid = await paidPayment(shop, {
    ...{ customer: canary.phone, description: `${canary.text} for ${canary.name}`, metadata: { who: canary.name } },
  });
  const other = await paidPayment(shop, { customer: '+50937001234', description: `gift for ${canary.phone}` });
  assert.match(other.description, /gift/);
  await paidPayment(shop, { customer: stranger.phone, description: stranger.name });
  await transaction(service.db, (tx) =>
    recordActs(tx, [
      { actor: { type: 'admin', id: 'root' }, action: 'registration.invited', target: canary.phone, reason: canary.text },
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
    await client.query('UPDATE users SET name = $2, metadata = $3 WHERE id = $1', [account, canary.name, { t: canary.text }]);
    await client.query('UPDATE wallets SET label = $2, metadata = $3 WHERE id = $1', [wallet, canary.text, { t: canary.text }]);
    await client.query('UPDATE accounts SET suspended_at = now(), suspended_reason = $2 WHERE id = $1', [account, canary.text]);
  });
  backup = await cloneDatabase(new URL(database.url).pathname.slice(1));
  unerased = await cloneDatabase(new URL(database.url).pathname.slice(1));
  service = await startTestService(env, database, { write: (line) => logs.push(line) });
  [first, second] = [await makeOperator(service, 'compliance'), await makeOperator(service, 'compliance')];
});
after(async () => {
  await service.stop();
  await database.drop();
  await backup?.drop();
  await unerased?.drop();
});

/** The shop's calls at the service that runs now. */
const asShop = (path: string) => service.request('GET', `/api/v1${path}`, { key: shop.key });
const by = { actor: { type: 'admin', id: 'root' } } as const;

async function request(kind: 'export' | 'erasure', who: string): Promise<string> {
  const wanted = await findPerson(service.db, kind, readWho(who), keeping);
  const asked = { kind, reason: 'their letter', by, identityKey } as const;
  return transaction(service.db, (tx) => openPersonRequest(tx, wanted, asked));
}

const approve = (who: TestPerson, id: string) => who.call('POST', `/operator/approvals/${id}/approve`);

async function carriedOut(id: string): Promise<any> {
  for (const who of [first, second]) {
    const answer = await approve(who, id);
    assert.equal(answer.status, 200, answer.text);
  }
  const text = 'SELECT status, error, rows FROM person_requests WHERE approval_id = $1';
  return until(async () => {
    const [row] = (await service.db.pool.query(text, [id])).rows;
    return ['completed', 'failed'].includes(row.status) && row;
  });
}

describe('personal data', () => {
  it('is classified in every column of every table', async () => {
    const columns = await asSuperuser(database.url, textColumns);
    const unknown = columns.filter(({ table, column }) => {
      const map = personalTables[table];
      return !(table in otherTables) && ![...(map ? [...columnsOf(map), ...map.secret] : [])].includes(column);
    });
    assert.deepEqual(unknown.map(({ table, column }) => `${table}.${column}`), [], 'classify it in people/map.ts');
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
    const lines = file.text.trimEnd().split('\n').map((line) => JSON.parse(line));
    for (const trace of traces(canary)) assert.ok(file.text.includes(trace), trace);
    const exported = new Set(lines.filter(({ object }) => object === 'row').map(({ table }) => table));
    const planted = new Set((await findTraces(database.url, canary)).map((name) => name.split('.')[0]));
    assert.deepEqual([...planted].filter((table) => !exported.has(table)), []);
    const document = lines.find(({ object }) => object === 'document');
    assert.match(Buffer.from(document.base64, 'base64').toString('latin1'), /the passport of Zorblax/);
    assert.ok(!file.text.includes('+50937009811'), 'nobody else is in it');
    assert.deepEqual(refusal(await second.call('GET', `/operator/approvals/${id}/file`)), [409, 'export_not_completed']);
  });

  it('covers a phone without an account', async () => {
    const id = await request('export', stranger.phone);
    assert.deepEqual((await carriedOut(id)).status, 'completed');
    const file = await first.call('GET', `/operator/approvals/${id}/file`);
    assert.ok(file.text.includes(stranger.name) && file.text.includes(stranger.phone));
    assert.ok(!file.text.includes(canary.phone));
  });
});

describe('an erasure of a person', () => {
  it('is refused with a list while money is open', async () => {
    const customer = await payerWith(service, 500n, { identifier: '+221771230001' });
    await assert.rejects(request('erasure', customer.id), /The wallet wal_\w+ holds 500 XOF/);
  });

  it('leaves nothing in any table, file or log, and the books stay', async () => {
    const [before, ledger] = [await booksOf(database.url), await checkLedger(service.db)];
    const id = await request('erasure', canary.phone);
    const done = await carriedOut(id);
    assert.deepEqual([done.status, done.error], ['completed', null]);
    assert.deepEqual(await findTraces(database.url, canary), []);
    assert.deepEqual(filesWith(dataDir, canary), []);
    assert.deepEqual(logs.filter((line) => traces(canary).some((trace) => line.includes(trace))), []);
    assert.deepEqual(await booksOf(database.url), before);
    // The planted rows have no postings, which the check reports before and after.
    assert.deepEqual(await checkLedger(service.db), ledger);
    assert.equal((await verifyAudit(service.db)).whole, true);
    const read = await asShop(`/payments/${paid.id}`);
    assert.match(read.body.customer, /^\+999\d{11}$/);
    assert.deepEqual([read.body.amount, read.body.description, read.body.metadata], [paid.amount, null, {}]);
    const [other] = (await asShop('/payments?customer=%2B50937001234')).body.data;
    assert.equal(other.description, `gift for ${read.body.customer}`, 'others keep theirs');
  });

  it('is applied again to a restored backup before it starts', async () => {
    const journal = readJournal(journalOf(dataDir));
    assert.equal(journal.length, 1);
    const restored = openDatabase(backup.url, { max: 2 });
    try {
      assert.notDeepEqual(await findTraces(backup.url, canary), []);
      await assert.rejects(refuseUnapplied(restored, journalOf(dataDir)), /people reapply/);
      const applied = await applyErasures(
        { db: restored, documents: service.documents, identityKey, by },
        journal,
      );
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
    delete tables['payout_items'];
    try {
      const options = { db: restored, documents: service.documents, identityKey, by };
      await applyErasures(options, readJournal(journalOf(dataDir)));
      const left = await findTraces(unerased.url, canary);
      assert.deepEqual([...new Set(left.map((name) => name.split('.')[0]))], ['payout_items']);
    } finally {
      tables['payout_items'] = step;
      await restored.close();
    }
  });
});

/** What an auditor compares. */
const booksOf = (url: string) =>
  asSuperuser(url, async (client) => {
    const hashed = (columns: string, table: string) =>
      `SELECT count(*)::int AS n, md5(string_agg(t::text, '|' ORDER BY t::text)) AS hash FROM (SELECT ${columns} FROM ${table}) t`;
    const books = [];
    for (const [columns, table] of [
      ['*', 'postings'],
      ['*', 'balances'],
      ['*', 'seals'],
      ['id, amount, currency, status, fee, wallet_id', 'payments'],
      ['id, amount, fee, status', 'payout_items'],
    ] as const)
      books.push((await client.query(hashed(columns, table))).rows[0]);
    return books;
  });

function filesWith(directory: string, person: Canary): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path).toString('latin1');
    return traces(person).some((trace) => text.includes(trace)) ? [path] : [];
  });
}
