import type { SearchHit } from '../../../contract/src/dashboard.ts';
import type { Scope } from '../../../contract/src/route.ts';
import { isItemReference } from '../core/item-reference.ts';
import type { Database, Statement } from '../db/database.ts';
import { arraysOf, int8, text } from '../db/table.ts';
import { idsBetween, LIST_MS, MOST_READ, renderList, unlessExpensive, whileCheap } from '../http/list.ts';
import { toJson } from '../http/serialise.ts';
import { type Caller, mayReadBuild } from '../kernel/command.ts';
import { pageOfCustomers } from '../payments/customers/read.ts';
import { phonePattern } from '../payments/payers.ts';
import { pageOfPayments } from '../payments/read.ts';
import { foldedSql, type Meanings, readMeanings } from './read-search.ts';

const MOST = 10;
/** With as many hits no more parts of texts are looked for: each reads thousands of rows. */
const ENOUGH = 20;
const DAY_MS = 24 * 3_600_000;

/** The table of each kind of record, the scope with which a key reads it, and the columns that its hit shows. */
const kinds = {
  pay: {
    ...{ object: 'payment', from: 'payments', scope: 'payments:read' },
    shows: { status: 'status', amount: 'amount', currency: 'currency', customer: 'customer', reference: 'reference' },
  },
  rfd: {
    ...{ object: 'refund', from: 'refunds', scope: 'payments:read' },
    shows: { status: 'status', amount: 'amount', currency: 'currency', customer: 'customer', reference: 'reference' },
  },
  trf: {
    ...{ object: 'transfer', from: 'transfers', scope: 'wallets:read' },
    shows: { status: `'succeeded'`, amount: 'amount', currency: 'currency', reference: 'reference' },
  },
  pout: {
    ...{ object: 'payout', from: 'payouts', scope: 'payouts:read' },
    shows: { status: 'status', amount: 'amount', currency: 'currency', reference: 'reference' },
  },
  lnk: {
    ...{ object: 'payment_link', from: 'payment_links', scope: 'checkout:read' },
    shows: { amount: 'amount', currency: 'currency', name: 'title' },
  },
  evt: { ...{ object: 'event', from: 'events', scope: 'events:read' }, shows: { status: 'type' } },
  wbk: {
    ...{ object: 'webhook_endpoint', from: 'webhook_endpoints', scope: 'webhooks:read' },
    shows: { status: 'status' },
  },
  // Only people may read requests.
  req: { ...{ object: 'request_log', from: 'request_log', scope: null }, shows: { status: 'status::text' } },
  cus: { ...{ object: 'customer', from: 'payers', scope: 'payments:read' }, shows: { customer: 'phone' } },
  wal: { ...{ object: 'wallet', from: 'wallets', scope: 'wallets:read' }, shows: { currency: 'currency' } },
} as const satisfies Record<string, KindOfRecord>;
type Kind = keyof typeof kinds;
const buildKinds: readonly Kind[] = ['evt', 'wbk', 'req'];
type Shown = keyof typeof shown;
type KindOfRecord = {
  readonly object: SearchHit['object'];
  readonly from: string;
  readonly scope: Scope | null;
  readonly shows: Readonly<Partial<Record<Shown, string>>>;
};

/** The columns of a hit and their types. */
const shown = {
  status: 'text',
  amount: 'bigint',
  currency: 'text',
  customer: 'text',
  reference: 'text',
  name: 'text',
  payout: 'text',
} as const;

function columnsOf(kind: Kind): string {
  const { object, shows } = kinds[kind] as KindOfRecord;
  const columns = Object.entries(shown).map(([name, type]) => `${shows[name as Shown] ?? 'NULL'}::${type} AS ${name}`);
  return `id, '${object}' AS object, ${kind === 'req' ? 'at' : 'created_at'} AS created_at, ${columns.join(', ')}`;
}

/** Finds records by the beginning of their id, the newest first. */
function byId(kind: Kind): Statement {
  const own = kind === 'wal' ? 'owner_id = $1 AND livemode = $3' : 'world = $1 AND $3::boolean IS NOT NULL';
  const visible = kind === 'wbk' ? ' AND deleted_at IS NULL' : '';
  // `~` sorts after every character of an id.
  return {
    name: `search_${kind}_id`,
    text: `
      SELECT ${columnsOf(kind)} FROM ${kinds[kind].from}
      WHERE ${own} AND id >= $2 AND id < $2 || '~'${visible} ORDER BY id DESC LIMIT ${MOST}`,
  };
}

/**
 * Finds records by the beginning of their reference, with an index lookup for each spelling. The hits are unordered: an
 * order would make the planner walk all records (http/list.ts).
 */
function byReference(kind: Kind): Statement {
  return {
    name: `search_${kind}_reference`,
    text: `
      SELECT r.* FROM (
        SELECT unnest($2::text[]) AS value UNION ALL SELECT spelling FROM old_spellings WHERE reference = ANY ($2)) n,
      LATERAL (
        SELECT ${columnsOf(kind)} FROM ${kinds[kind].from}
        WHERE world = $1 AND reference >= n.value AND reference < n.value || chr(1114111) LIMIT ${MOST}) r
      LIMIT ${MOST}`,
  };
}

/** Finds the newest records with a text that contains the typed one. No index has the middle of a text. */
function byPart(kind: Kind, column: 'reference' | 'title'): Statement {
  return {
    name: `search_${kind}_part`,
    text: `
      SELECT ${columnsOf(kind)} FROM (
        SELECT * FROM ${kinds[kind].from} WHERE world = $1 ORDER BY id DESC LIMIT ${MOST_READ}) r
      WHERE ${column} IS NOT NULL AND ${foldedSql(column)} LIKE ALL ($2::text[]) LIMIT ${MOST}`,
  };
}

const typedAmounts = arraysOf({ amount: int8, currency: text }, { first: 2 });

/** Payments with one of these amounts. An amount in another currency than the typed one is read past, to a bound. */
const byAmount: Statement = {
  name: 'search_pay_amount',
  text: `
    SELECT r.* FROM (SELECT ${typedAmounts.unnest}) n, LATERAL (
      SELECT ${columnsOf('pay')} FROM (
        (SELECT * FROM payments WHERE due_at IS NULL AND amount = n.amount AND world = $1
         ORDER BY amount DESC, world DESC, id DESC LIMIT ${MOST_READ / 10})
        UNION ALL
        (SELECT * FROM payments WHERE due_at IS NOT NULL AND world = $1 ORDER BY id DESC LIMIT ${MOST_READ / 10})) p
      WHERE currency = n.currency AND amount = n.amount LIMIT ${MOST}) r
    ORDER BY id DESC LIMIT ${MOST}`,
};

const byDay: Statement = {
  name: 'search_pay_day',
  text: `
    SELECT ${columnsOf('pay')} FROM payments
    WHERE world = $1 AND id >= $2 AND id < $3 AND created_at >= $4 AND created_at < $5 ORDER BY id DESC LIMIT ${MOST}`,
};

/** Items of the newest payouts. One recipient is in many payouts, so more items are read than are shown. */
function ofRecipients(by: 'name' | 'phone'): Statement {
  const fits = by === 'name' ? `name IS NOT NULL AND ${foldedSql('name')} LIKE ALL ($2::text[])` : 'recipient LIKE $2';
  return {
    name: `search_pit_${by}`,
    text: `
      SELECT i.id, 'payout_item' AS object, p.created_at, i.status, i.amount, p.currency, i.recipient AS customer,
             i.reference, i.name, i.payout_id AS payout
      FROM (SELECT * FROM payout_items WHERE world = $1 ORDER BY payout_id DESC, id DESC LIMIT ${MOST_READ}) i,
      LATERAL (
        SELECT created_at, currency FROM payouts p
        WHERE p.world = $1 AND p.id BETWEEN i.payout_id AND i.payout_id ORDER BY p.id LIMIT 1) p
      WHERE ${fits} LIMIT ${MOST * 5}`,
  };
}

/** The item that a provider knows by this reference. */
const byProviderReference: Statement = {
  name: 'search_pit_reference',
  text: `
    SELECT i.id, 'payout_item' AS object, p.created_at, i.status, i.amount, p.currency, i.recipient AS customer,
           i.reference, i.name, i.payout_id AS payout
    FROM payout_items i JOIN payouts p ON p.world = i.world AND p.id = i.payout_id
    WHERE i.provider_reference = $2 AND i.provider_reference IS NOT NULL AND i.world = $1`,
};

type HitRow = Omit<SearchHit, 'created_at' | 'livemode'> & { created_at: Date };

/** A reference is stored as its system writes it, and people type it in any case. */
const cases = (text: string) => {
  const [lower, upper] = [text.toLowerCase(), text.toUpperCase()];
  return [...new Set([text, lower, upper, upper.slice(0, 1) + lower.slice(1)])];
};

const containing = (words: readonly string[]) => words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);

type Ask = (statement: Statement, values: readonly unknown[]) => Promise<HitRow[]>;
type May = (kind: Kind) => boolean;

/** Finds records by everything that the typed text may mean. */
export async function findRecords(
  db: Database,
  caller: Caller,
  q: string,
  url: string,
  currencies: ReadonlyMap<string, { readonly exponent: number }>,
): Promise<string> {
  const meant = readMeanings(q, currencies);
  const ask: Ask = (statement, values) => whileCheap(db.query<HitRow>({ ...statement, withinMs: LIST_MS }, values));
  // One meaning that takes too long does not refuse the others.
  const orNone = async (asked: Promise<HitRow[]>) => (await unlessExpensive(asked)) ?? [];
  const may: May = (kind) => {
    const { scope } = kinds[kind];
    if (buildKinds.includes(kind) && !mayReadBuild(caller)) return false;
    return caller.kind !== 'key' || (scope !== null && caller.scopes.has(scope));
  };
  // The exact meanings come first, then the parts of texts that no index has, one after the other.
  const exact = [...idsAndReferences(caller, q, meant, ask, may), ...valuesOfPayments(db, caller, meant, ask)];
  const rows = (await Promise.all(exact.map(orNone))).flat();
  const hits = new Map(rows.map((row) => [row.id, row]));
  for (const askPart of partsOfTexts(caller, q, meant, ask, may)) {
    if (hits.size >= ENOUGH) break;
    for (const row of await orNone(askPart())) hits.set(row.id, row);
  }
  const records = [...hits.values()].map((row) =>
    toJson({ ...row, livemode: caller.livemode, created_at: row.created_at.toISOString() } satisfies SearchHit),
  );
  return renderList(url, records, false);
}

function idsAndReferences({ world, owner, livemode }: Caller, q: string, { id }: Meanings, ask: Ask, may: May) {
  const kind = id && id.prefix in kinds ? (id.prefix as Kind) : null;
  const referenced = (['pay', 'rfd', 'trf', 'pout'] as const).filter(may);
  return [
    ...(isItemReference(q) && may('pout') ? [ask(byProviderReference, [world, q])] : []),
    ...(kind && may(kind) ? [ask(byId(kind), [kind === 'wal' ? owner.id : world, q, livemode])] : []),
    ...referenced.map((one) => ask(byReference(one), [world, cases(q)])),
  ];
}

function valuesOfPayments(db: Database, { world }: Caller, { phone, amounts, day }: Meanings, ask: Ask) {
  const asked: Promise<HitRow[]>[] = [];
  if (phone) asked.push(customersOf(db, world, phone), ofPhone(db, world, phone));
  if (amounts.length > 0) asked.push(ask(byAmount, [world, ...typedAmounts.of(amounts)]));
  if (day) {
    const [start, end] = [day.getTime(), day.getTime() + DAY_MS];
    asked.push(ask(byDay, [world, ...idsBetween('pay', start, end), day, new Date(end)]));
  }
  return asked;
}

async function customersOf(db: Database, world: number, phone: string): Promise<HitRow[]> {
  const { rows } = await pageOfCustomers(db, world, { q: phone, limit: MOST });
  return rows.map(({ id, created_at, phone: customer }) => ({
    ...{ id, object: 'customer', created_at, customer, status: null, amount: null, currency: null, reference: null },
    ...{ name: null, payout: null },
  }));
}

async function ofPhone(db: Database, world: number, phone: string): Promise<HitRow[]> {
  const { rows } = await pageOfPayments(db, world, { phone, limit: MOST });
  return rows.map(({ id, created_at, status, amount, currency, customer, reference }) => ({
    ...{ id, object: 'payment', created_at, status, amount, currency, customer, reference },
    ...{ name: null, payout: null },
  }));
}

function partsOfTexts({ world }: Caller, q: string, { phone, words }: Meanings, ask: Ask, may: May) {
  const parts: (() => Promise<HitRow[]>)[] = [];
  // Two characters are in nearly every reference.
  if (q.length >= 3) {
    const part = containing(words.length > 0 ? [words.join(' ')] : [q]);
    for (const kind of ['pay', 'rfd', 'trf', 'pout'] as const)
      if (may(kind)) parts.push(() => ask(byPart(kind, 'reference'), [world, part]));
  }
  if (words.length > 0 && may('lnk')) parts.push(() => ask(byPart('lnk', 'title'), [world, containing(words)]));
  if (!may('pout')) return parts;
  if (words.length > 0) parts.push(() => ask(ofRecipients('name'), [world, containing(words)]).then(oneOfEach));
  if (phone) parts.push(() => ask(ofRecipients('phone'), [world, phonePattern(phone)]).then(oneOfEach));
  return parts;
}

/** The newest item of each recipient. */
function oneOfEach(items: readonly HitRow[]): HitRow[] {
  const newest = new Map<string, HitRow>();
  for (const item of items) if (!newest.has(item.customer!)) newest.set(item.customer!, item);
  return [...newest.values()].slice(0, MOST);
}
