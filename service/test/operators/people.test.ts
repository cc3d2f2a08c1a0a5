import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
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
import { asSuperuser, type Canary, findTraces, notPlanted, plant, textColumns } from '../support/plant-person.ts';

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
  const about = { account, wallet, world: shop.world, merchant: shop.merchantId, operator: 'opr' };
  await service.stop();
  await plant(database.url, canary, about);
  await asSuperuser(database.url, async (client) => {
    await client.query('UPDATE users SET name = $2, metadata = $3 WHERE id = $1', [account, canary.name, { t: canary.text }]);
    await client.query('UPDATE wallets SET label = $2, metadata = $3 WHERE id = $1', [wallet, canary.text, { t: canary.text }]);
    await client.query('UPDATE accounts SET suspended_at = now(), suspended_reason = $2 WHERE id = $1', [account, canary.text]);
    await client.query('DELETE FROM operators WHERE id = $1', [account]);
  });
  service = await startTestService(env, database, { write: (line) => logs.push(line) });
  await transaction(service.db, (tx) =>
    recordActs(tx, [
      { actor: { type: 'admin', id: 'root' }, action: 'registration.invited', target: canary.phone, reason: canary.text },
      {
        ...{ actor: { type: 'customer', id: account }, action: 'a.b', target: account, address: canary.text },
        ...{ before: { name: canary.name }, after: { phone: canary.phone } },
      },
    ]),
  );
  [first, second] = [await makeOperator(service, 'compliance'), await makeOperator(service, 'compliance')];
});
after(async () => {
  await service.stop();
  await database.drop();
  await backup?.drop();
});

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
  });
});
