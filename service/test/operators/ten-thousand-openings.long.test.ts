import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { transaction } from '../../src/db/transaction.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { insertWallets } from '../../src/wallets/store.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { fileOf, importOf, type Opening } from '../support/openings.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';

const MOST_ROWS = 10_000;
const MIB = 1024 * 1024;
/** Measured: 31 MiB, in one process with the test and its HTTP client. */
const MOST_MIB = 150;

let service: TestService;
let shop: TestMerchant;
let maker: TestPerson;
let checker: TestPerson;
before(async () => {
  service = await startTestService({ DATABASE_POOL: '4' });
  shop = await service.merchant();
  [maker, checker] = [await makeOperator(service, 'finance'), await makeOperator(service, 'finance')];
});
after(() => service.stop());

/** The executions of each statement of an import, on all connections. */
async function executions(): Promise<Map<string, number>> {
  const clients = await Promise.all([1, 2, 3, 4].map(() => service.db.pool.connect()));
  const text = `
    SELECT name, (generic_plans + custom_plans)::int AS count FROM pg_prepared_statements
    WHERE name ~ '^(opening_balances|ledger|postings|approvals|wallets_by)'`;
  const counts = new Map<string, number>();
  for (const { rows } of await Promise.all(clients.map((client) => client.query(text))))
    for (const { name, count } of rows) counts.set(name, (counts.get(name) ?? 0) + count);
  for (const client of clients) client.release();
  return counts;
}

/** Requests and approves an import. @returns how often it executed each statement */
async function importAll(rows: readonly Opening[]): Promise<Record<string, number>> {
  const before = await executions();
  const asked = await importOf(maker, rows);
  assert.equal(asked.status, 202, asked.text);
  const done = await checker.call('POST', `/operator/approvals/${asked.body.id}/approve`);
  assert.equal(done.status, 200, done.text);
  const counts = [...(await executions())].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0).sort());
}

async function openWallets(count: number): Promise<string[]> {
  const owner = { ownerType: 'merchant', ownerId: shop.merchantId, livemode: false } as const;
  const ids = Array.from({ length: count }, () => newId('wal'));
  const wallets = ids.map((id) => ({ id, ...owner, isDefault: false, currency: 'XOF', label: null, metadata: {} }));
  await transaction(service.db, (tx) => insertWallets(tx, wallets));
  return ids;
}

it('10 000 rows take as many statements as one row, and a bounded memory', async () => {
  const rowsOf = (wallets: readonly string[], prefix: string): Opening[] =>
    wallets.map((wallet, i) => ({ wallet, amount: 1 + i, currency: 'XOF', reference: `${prefix}-${i}` }));
  // The first import opens the system wallet.
  await importAll(rowsOf(await openWallets(1), 'first'));
  const one = await importAll(rowsOf(await openWallets(1), 'one'));
  assert.ok(one.opening_balances_insert && one.ledger_lock && one.opening_balances_set_positions, JSON.stringify(one));
  const rows = rowsOf(await openWallets(MOST_ROWS), 'many');
  const used = () => process.memoryUsage().rss;
  const first = used();
  let most = first;
  const timer = setInterval(() => {
    most = Math.max(most, used());
  }, 20);
  const many = await importAll(rows);
  clearInterval(timer);
  const mib = Math.round((most - first) / MIB);
  const bytes = Math.round(fileOf(rows).length / 1024);
  const statements = Object.values(many).reduce((sum, count) => sum + count, 0);
  console.log(`${rows.length} rows in ${bytes} KiB: ${statements} statements, +${mib} MiB of memory`);
  assert.deepEqual(many, one);
  assert.ok(mib < MOST_MIB, `${mib} MiB`);
  assert.deepEqual(await checkLedger(service.db), []);
});
