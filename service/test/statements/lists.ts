import { readApprovals } from '../../src/approvals/read.ts';
import { readAudit } from '../../src/audit/read.ts';
import { readCallbacks } from '../../src/callbacks/read.ts';
import { readCases } from '../../src/cases/read.ts';
import { listCheckoutSessions } from '../../src/checkout/read.ts';
import { listUnexpected } from '../../src/checkout/read-unexpected.ts';
import { readCloses } from '../../src/closes/read.ts';
import { findRecords } from '../../src/dashboard/search.ts';
import type { Database } from '../../src/db/database.ts';
import type { Statement } from '../../src/db/statement.ts';
import { listOwnDevelopers, listOwnInvitations } from '../../src/developers/read.ts';
import { listOwnEvents } from '../../src/events/read.ts';
import { listOwnExports, listOwnSchedules } from '../../src/exports/read.ts';
import { listOwnHolds } from '../../src/holds/read.ts';
import { listOwnBranches } from '../../src/integrations/branches/read.ts';
import { listOwnIntegrations } from '../../src/integrations/read.ts';
import type { Caller } from '../../src/kernel/command.ts';
import { listOwnKeys } from '../../src/keys/read.ts';
import { listOwnDocuments, listOwnSubmissions, listReviews } from '../../src/kyc/read.ts';
import { listOwnLinks } from '../../src/links/read.ts';
import { listSessions } from '../../src/login/sessions.ts';
import { createMerchant } from '../../src/merchants/create-merchant.ts';
import { listAllMerchants } from '../../src/merchants/read.ts';
import { listOwnMessages } from '../../src/messages/list.ts';
import { findAccounts } from '../../src/operators/find-accounts.ts';
import { listParked } from '../../src/operators/read-parked.ts';
import { findPayments } from '../../src/operators/read-payments.ts';
import { countPayments } from '../../src/payments/count.ts';
import { listOwnPayments } from '../../src/payments/read.ts';
import { listPaymentsOfCustomer } from '../../src/payments/read-as-customer.ts';
import { listItems, listOwnPayouts } from '../../src/payouts/read.ts';
import { listOwnReceipts } from '../../src/receipts/read.ts';
import { listLines } from '../../src/reconciliation/read-lines.ts';
import { listOwnRefunds } from '../../src/refunds/read.ts';
import { listRefundsOfCustomer } from '../../src/refunds/read-as-customer.ts';
import { listOwnRequests } from '../../src/request-log/read.ts';
import { readSealPage } from '../../src/seal/read.ts';
import { sealedColumns } from '../../src/secrets/sealed-columns.ts';
import { listFiles } from '../../src/statements/read-files.ts';
import { listOwnCounterPayments, listOwnSales, listOwnShifts } from '../../src/tills/read.ts';
import { listOwnTransfers } from '../../src/transfers/read.ts';
import { listSystem } from '../../src/wallets/list-system.ts';
import { listOwnWallets, listWalletsOf } from '../../src/wallets/read.ts';
import { listDeliveries, listOwnReplays, listOwnWebhooks } from '../../src/webhooks/read.ts';
import { listInboxEvents } from '../../src/webhooks/read-inbox.ts';
import { addStatements, constantsOf, type Golden } from './collect.ts';

type Query = Record<string, unknown>;
type Read = (db: Database, caller: Caller, query: never, ...more: never[]) => Promise<unknown>;

const phone = '+237670000001';
const id = (prefix: string) => `${prefix}_01j00000000000000000000000`;
const caller: Caller = {
  kind: 'merchant',
  id: id('usr'),
  world: 1,
  livemode: false,
  owner: { type: 'merchant', id: id('mer') },
  scopes: new Set(),
  person: { id: id('usr'), session: id('ses'), identifier: phone } as Caller['person'],
};
const developer: Caller = { ...caller, kind: 'developer', owner: { type: 'none', id: id('dev') } };
const time = '2026-01-02T03:04:05Z';
const money = [{ currency: 'XOF' }, { reference: 'order-1' }];
const mode = { mode: 'test' };
const paging = ['gte', 'gt', 'lte', 'lt'].map((by) => ({ [`created_at[${by}]`]: time }));

/** The payments of a shift, which is read first. */
const listOfShift: Read = (db, who, query) => {
  const shift = { link_id: id('lnk'), started_at: new Date(time), ended_at: new Date(time) };
  const read = async (statement: Statement) => {
    const rows = await db.query(statement);
    return statement.withinMs === undefined ? [shift] : rows;
  };
  return listOwnCounterPayments({ ...db, query: read } as unknown as Database, who, query, '/');
};

/** Each list with each of its filters alone. `more`: further arguments of its function after the query. */
const lists: readonly (readonly [read: Read, filters: readonly Query[], ...more: unknown[]])[] = [
  [
    listOwnPayments,
    [
      ...[{ status: 'failed' }, { status: 'succeeded' }, { status: 'pending' }, { customer: phone }, ...money],
      ...[{ amount: 2_500 }, { phone: '1234' }, { branch: id('br') }, { branch: id('br'), customer: phone }],
      ...[...paging, { order: 'asc' }, { starting_after: id('pay') }, { ending_before: id('pay') }],
    ],
  ],
  [
    (db, { world }, query) => countPayments(db, world, query),
    [
      ...[{ status: 'failed' }, { amount: 2_500 }, { customer: phone }, { phone: '1234' }, ...money, ...paging],
      ...[{ checkout_session: id('cs') }, { link: id('lnk') }, { branch: id('br') }],
    ],
  ],
  [listOwnPayments, [{ checkout_session: id('cs') }, { link: id('lnk') }, { link: id('lnk'), status: 'failed' }]],
  [listCheckoutSessions, [{ status: 'open' }, { link: id('lnk') }, ...money]],
  [
    listOwnReceipts,
    [{ payment: id('pay') }, { refund: id('rfd') }, { payout_item: id('pit') }],
    ...['/', { base: '', key: Buffer.alloc(32) }],
  ],
  [listOwnMessages, [{ receipt: id('rct') }, { status: 'sent' }], '/', Buffer.alloc(32)],
  [listUnexpected, [{ checkout_session: id('cs') }]],
  [listOwnLinks, [{ active: 'true' }, { branch: id('br') }], '/', ''],
  [listOwnBranches, [{ archived: 'true' }]],
  [listOwnShifts, [{ status: 'open' }, { link: id('lnk') }]],
  [listOwnSales, [{ shift: id('shf') }]],
  [listOfShift, [{ id: id('shf') }]],
  [listPaymentsOfCustomer, [{ status: 'all' }, { status: 'failed' }, { currency: 'XOF' }]],
  [
    findPayments,
    [{ customer: phone }, ...[mode, { status: 'failed' }, ...money].map((by) => ({ customer: phone, ...by }))],
  ],
  [listOwnRefunds, [{ payment: id('pay') }, { status: 'failed' }, ...money]],
  [listRefundsOfCustomer, [{ payment: id('pay') }, { currency: 'XOF' }]],
  [listOwnTransfers, money],
  [listOwnHolds, [{ status: 'open' }, { status: 'captured' }, { wallet: id('wal') }, { reference: 'order-1' }]],
  [listOwnExports, [{ status: 'pending' }, { resource: 'payments' }]],
  [listOwnSchedules, [{ resource: 'payments' }]],
  [
    listOwnPayouts,
    [{ status: 'pending' }, { status: 'completed' }, { approval: 'pending' }, { item: id('pit') }, ...money],
  ],
  [
    listItems,
    [
      { id: id('pout'), status: 'failed' },
      { id: id('pout'), reference: 'order-1' },
    ],
  ],
  [listOwnWallets, [{ currency: 'XOF' }, { status: 'active' }, { status: 'frozen' }, { status: 'closed' }]],
  [(db, _caller, query) => listWalletsOf(db, id('mer'), undefined, query, '/'), []],
  [(db, _caller, query) => listSystem(db, query, '/'), [{ currency: 'XOF' }, mode]],
  [listOwnEvents, [{ type: 'payment.succeeded' }, { type: 'payment.failed' }]],
  [listOwnWebhooks, [{ status: 'enabled' }]],
  [listDeliveries, ['pending', 'held', 'dead', 'succeeded'].map((status) => ({ id: id('wbk'), status }))],
  [listInboxEvents, [{ type: 'payment.succeeded' }]],
  [listOwnReplays, [{ id: id('wbk'), status: 'running' }]],
  [
    listOwnRequests,
    [
      ...[{ outcome: 'failed' }, { outcome: 'succeeded' }, { method: 'POST' }, { status: 404 }, { path: '/payments' }],
      ...[{ error_code: 'not_found' }, { api_key: id('key') }, { idempotency_key: 'one' }],
    ],
  ],
  [listOwnKeys, []],
  [listOwnIntegrations, []],
  [(db, _caller, query) => listOwnIntegrations(db, developer, query, '/'), []],
  [listOwnDevelopers, []],
  [(db, _caller, query) => listOwnInvitations({ db, live: false }, caller, query, '/'), []],
  [(db, { person }, query) => listSessions(db, person!, query), []],
  [listOwnDocuments, []],
  [listOwnSubmissions, [], '/', Buffer.alloc(32)],
  [(db, _caller, query) => listReviews(db, query, '/'), [{ status: 'pending' }, { user: id('usr') }, mode]],
  [listAllMerchants, [{ search: 'Kofi' }, { search: id('mer') }], '/', {}, []],
  [
    findAccounts,
    [...[{ phone }, { email: 'a@b.example' }, { search: 'Kofi' }, { search: id('usr') }, { type: 'developer' }]],
    ...['/', {}, []],
  ],
  [
    (db, _caller, query) => readAudit(db, query, '/'),
    [{ target: id('usr') }, { actor: id('usr') }, { action: 'key.created' }, { account: id('usr') }],
  ],
  [
    (db, _caller, query) => readApprovals(db, query, '/'),
    [{ status: 'pending' }, { status: 'approved' }, { kind: 'x' }],
  ],
  [(db, _caller, query) => readSealPage(db, query, '/'), [{ order: 'asc' }, { starting_after: 'seal_7' }]],
  [(db, _caller, query) => readCallbacks(db, query, '/'), [{ rail: 'x' }, { record: 'x' }, { outcome: 'asked' }, mode]],
  [(db, _caller, query) => readCloses(db, query, '/'), [{ rail: 'mpesa-ke' }, { status: 'closed' }]],
  [(db, _caller, query) => listFiles(db, query, '/'), [{ rail: 'mtn-gh' }, { status: 'imported' }]],
  [
    (db, _caller, query) => listLines(db, query, '/'),
    [...[{ rail: 'mpesa-ke' }, { file: id('stf') }, { day: '2026-01-02' }], { rail: 'mpesa-ke', day: '2026-01-02' }],
  ],
  [
    (db, _caller, query) => readCases(db, query, '/'),
    [
      ...[{ status: 'open' }, { kind: 'low_float' }, { rail: 'mtn-ug' }, { record: id('pay') }, mode],
      ...[{ assigned_to: 'nobody' }, { assigned_to: id('opr') }, { record: id('pay'), status: 'open' }],
    ],
  ],
  [(db, _caller, query) => listParked(db, query, '/'), [{ status: 'open' }, { kind: 'payment' }, mode]],
];

/** The statements that a function sends. The database answers `rows` to every statement that is not a list. */
async function record(rows: readonly object[], run: (db: Database) => unknown): Promise<Statement[]> {
  const statements: Statement[] = [];
  const query = async (statement: Statement) => {
    statements.push(statement);
    return statement.withinMs === undefined ? rows : [];
  };
  try {
    await run({ query, find: async () => rows[0] } as unknown as Database);
  } catch {
    // Operators' reads are recorded in the audit log afterwards; those statements are not recorded here.
  }
  return statements;
}

/** @throws where a list sends no statement: its row here, or this file, is outdated */
export async function addLists(golden: Golden): Promise<void> {
  const row = { owner_id: caller.owner.id, livemode: false };
  for (const [read, filters, ...more] of lists) {
    for (const query of [{}, ...filters]) {
      const asked = await record([row], (db) => read(db, caller, query as never, ...(more as never[])));
      const found = asked.filter(({ withinMs }) => withinMs !== undefined);
      const by = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
      if (found.length === 0 && !(read === findPayments && by.size === 0)) throw new Error(`${read} by ${by}: no list`);
      for (const { name, text } of found) addStatements(golden, { name: nameIn(golden, name, `${by}`), text });
    }
  }
}

/**
 * The number at the end of a list's name counts the lists of a process. Here it counts those of one name and filter.
 */
function nameIn(golden: Golden, list: string, by: string): string {
  const name = `${list.replace(/_\d+$/, '')} ${decodeURIComponent(by)}`.trim();
  let place = 1;
  while (`${name} #${place}` in golden) place++;
  return `${name} #${place}`;
}

/** The statements of functions that build them at each call. */
export async function addMade(golden: Golden): Promise<void> {
  const make = async (path: string, name: string, ...values: unknown[]) => {
    const made = (await constantsOf(path))[name] as (value: unknown) => unknown;
    addStatements(golden, values.map(made));
  };
  await make('wallets/store.ts', 'selectEntries', 'ASC', 'DESC');
  await make('login/me.ts', 'updateMe', 'users', 'developers', 'operators');
  await make('idempotency/references.ts', 'selectStatement', 'payments', 'refunds', 'transfers', 'payouts');
  await make('idempotency/references.ts', 'selectOldStatement', 'transfers');
  await make('db/transaction.ts', 'lockTimeoutStatement', 80);
  for (const name of ['selectOlder', 'updateSealed', 'countOlder'])
    await make('secrets/reseal.ts', name, ...sealedColumns);
  addStatements(golden, await record([], (db) => createMerchant(db, 'Kofi')));
  const find = (q: string) => record([], (db) => findRecords(db, caller, q, '/', new Map([['XOF', { exponent: 0 }]])));
  const ids = ['pay', 'rfd', 'trf', 'pout', 'lnk', 'evt', 'wbk', 'req', 'wal'].map((prefix) => `${prefix}_0`);
  for (const q of [...ids, phone, '2500', '2026-01-15', 'Awa'])
    for (const { name, text } of await find(q)) if (name.startsWith('search_')) addStatements(golden, { name, text });
}
