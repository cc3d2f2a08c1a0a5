import type { SearchHit } from '../../../contract/src/dashboard.ts';
import { phonesMeant } from '../core/phone.ts';
import type { Database, Statement } from '../db/database.ts';
import { LIST_MS, renderList, whileCheap } from '../http/list.ts';
import { toJson } from '../http/serialise.ts';
import type { Caller } from '../kernel/command.ts';

const MOST = 10;

/** The table of each kind of record, and the columns that its hit shows. */
const kinds = {
  pay: { object: 'payment', from: 'payments', shows: 'status, amount, currency, customer, reference' },
  rfd: { object: 'refund', from: 'refunds', shows: 'status, amount, currency, customer, reference' },
  trf: { object: 'transfer', from: 'transfers', shows: `'succeeded', amount, currency, NULL, reference` },
  pout: { object: 'payout', from: 'payouts', shows: 'status, amount, currency, NULL, reference' },
  evt: { object: 'event', from: 'events', shows: 'type, NULL, NULL, NULL, NULL' },
  wbk: { object: 'webhook_endpoint', from: 'webhook_endpoints', shows: 'status, NULL, NULL, NULL, NULL' },
  req: { object: 'request_log', from: 'request_log', shows: 'status::text, NULL, NULL, NULL, NULL' },
  wal: { object: 'wallet', from: 'wallets', shows: 'NULL, NULL, currency, NULL, NULL' },
} as const;
type Kind = keyof typeof kinds;

const shown = ['status', 'amount::bigint', 'currency', 'customer', 'reference'];

function columnsOf(kind: Kind): string {
  const { object, shows } = kinds[kind];
  const columns = shows.split(', ').map((column, i) => {
    const [name, type = 'text'] = shown[i]!.split('::');
    return `${column}::${type} AS ${name}`;
  });
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
 * Finds records by one of several values, with an index lookup for each. Hits by reference are unordered: an order
 * would make the planner walk all records (http/list.ts).
 */
function byOneOf(kind: Kind, by: 'reference' | 'customer'): Statement {
  const values =
    by === 'customer'
      ? 'SELECT unnest($2::text[]) AS value'
      : `SELECT unnest($2::text[]) AS value UNION ALL SELECT spelling FROM old_spellings WHERE reference = ANY ($2)`;
  const found =
    by === 'customer'
      ? 'customer = n.value ORDER BY id DESC'
      : 'reference >= n.value AND reference < n.value || chr(1114111)';
  return {
    name: `search_${kind}_${by}`,
    text: `
      SELECT r.* FROM (${values}) n, LATERAL (
        SELECT ${columnsOf(kind)} FROM ${kinds[kind].from} WHERE world = $1 AND ${found} LIMIT ${MOST}) r
      LIMIT ${MOST}`,
  };
}

type HitRow = Omit<SearchHit, 'created_at' | 'livemode'> & { created_at: Date };

/** A reference is stored as its system writes it, and people type it in any case. */
const cases = (text: string) => {
  const [lower, upper] = [text.toLowerCase(), text.toUpperCase()];
  return [...new Set([text, lower, upper, upper.slice(0, 1) + lower.slice(1)])];
};

/** Finds records by the beginning of their id or reference, and by a customer's phone, in the contract's spelling. */
export async function findRecords(
  db: Database,
  caller: Caller,
  q: string,
  url: string,
  countries: readonly string[],
): Promise<string> {
  const [, prefix] = /^([a-z]+)_[0-9a-z]{0,26}$/.exec(q) ?? [];
  const asked: Promise<HitRow[]>[] = [];
  const ask = (statement: Statement, values: readonly unknown[]) =>
    asked.push(whileCheap(db.query<HitRow>({ ...statement, withinMs: LIST_MS }, values)));
  if (prefix && prefix in kinds) {
    const owner = prefix === 'wal' ? caller.owner.id : caller.world;
    ask(byId(prefix as Kind), [owner, q, caller.livemode]);
  }
  for (const kind of ['pay', 'rfd', 'trf', 'pout'] as const) ask(byOneOf(kind, 'reference'), [caller.world, cases(q)]);
  const phones = phonesMeant(q, countries)?.map((digits) => `+${digits}`);
  if (phones) ask(byOneOf('pay', 'customer'), [caller.world, phones]);
  const hits = new Map((await Promise.all(asked)).flat().map((row) => [row.id, row]));
  const records = [...hits.values()].map((row) =>
    toJson({ ...row, livemode: caller.livemode, created_at: row.created_at.toISOString() } satisfies SearchHit),
  );
  return renderList(url, records, false);
}
