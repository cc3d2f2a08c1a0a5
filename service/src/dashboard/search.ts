import type { SearchHit } from '../../../contract/src/dashboard.ts';
import type { Caller } from '../command.ts';
import { toE164 } from '../core/phone.ts';
import type { Database, Statement } from '../db/database.ts';
import { LIST_MS, renderList, whileCheap } from '../http/list.ts';
import { toJson } from '../http/serialise.ts';

const MOST = 10;

/** Where each kind of record is, and what its hit shows. */
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

/** One statement for a kind and what it is found by, each with an index that gives the newest first. */
function statementOf(kind: Kind, by: 'id' | 'reference' | 'customer'): Statement {
  const { object, from, shows } = kinds[kind];
  const columns = shows.split(', ').map((column, i) => {
    const [name, type = 'text'] = shown[i]!.split('::');
    return `${column}::${type} AS ${name}`;
  });
  const at = kind === 'req' ? 'at' : 'created_at';
  const own = kind === 'wal' ? 'owner_id = $1 AND livemode = $3' : 'world = $1 AND $3::boolean IS NOT NULL';
  const visible = kind === 'wbk' ? ' AND deleted_at IS NULL' : '';
  const found = by === 'id' ? 'id >= $2 AND id < $4' : `${by} = $2 AND $4::text IS NULL`;
  // There is one with a reference: to ask for an order would make the planner go through all of them (http/list.ts).
  const order = by === 'reference' ? '' : 'ORDER BY id DESC';
  return {
    name: `search_${kind}_${by}`,
    text: `
      SELECT id, '${object}' AS object, ${at} AS created_at, ${columns.join(', ')}
      FROM ${from} WHERE ${own} AND ${found}${visible} ${order} LIMIT ${MOST}`,
  };
}

type HitRow = Omit<SearchHit, 'created_at' | 'livemode'> & { created_at: Date };

/** Records by the beginning of their id, by reference, and by a customer's phone. */
export async function findRecords(db: Database, caller: Caller, { q }: { q: string }, url: string): Promise<string> {
  const text = q.trim();
  const [, prefix] = /^([a-z]+)_[0-9a-z]{0,26}$/.exec(text) ?? [];
  const asked: Promise<HitRow[]>[] = [];
  const ask = (kind: Kind, by: 'id' | 'reference' | 'customer', value: string) => {
    const owner = kind === 'wal' ? caller.owner.id : caller.world;
    // `~` comes after every letter of an id.
    const end = by === 'id' ? `${value}~` : null;
    const statement = { ...statementOf(kind, by), withinMs: LIST_MS };
    asked.push(whileCheap(db.query<HitRow>(statement, [owner, value, caller.livemode, end])));
  };
  if (prefix && prefix in kinds) ask(prefix as Kind, 'id', text);
  for (const kind of ['pay', 'rfd', 'trf', 'pout'] as const) ask(kind, 'reference', text);
  const phone = toE164(text);
  if (phone) ask('pay', 'customer', phone);
  const hits = new Map((await Promise.all(asked)).flat().map((row) => [row.id, row]));
  const records = [...hits.values()].map((row) =>
    toJson({ ...row, livemode: caller.livemode, created_at: row.created_at.toISOString() } satisfies SearchHit),
  );
  return renderList(url, records, false);
}
