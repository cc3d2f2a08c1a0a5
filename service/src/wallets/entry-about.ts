import type { Entry } from '../../../contract/src/wallets.ts';
import type { Id } from '../core/id.ts';
import { payoutBoundsOf } from '../core/payout.ts';
import type { Database, Statement } from '../db/database.ts';
import { arraysOf, text } from '../db/table.ts';
import type { Caller } from '../kernel/command.ts';

export type EntryAbout = NonNullable<Entry['about']>;

/** The worlds whose records the reader may see, and the kinds of records. */
export type AboutReader = { readonly worlds: readonly number[]; readonly may: (prefix: string) => boolean };

const scopes = {
  pay: 'payments:read',
  rfd: 'payments:read',
  pit: 'payouts:read',
  pout: 'payouts:read',
  trf: 'wallets:read',
} as const;

/** A caller sees the records of its own world, and a key only those that its scopes let it read. */
export const readerOf = ({ kind, world, scopes: held }: Caller): AboutReader => ({
  worlds: [world],
  may: (prefix) => kind !== 'key' || held.has(scopes[prefix as keyof typeof scopes]),
});

/** $1: the worlds, $2: the ids. */
const statements: Readonly<Record<string, Statement>> = {
  pay: {
    name: 'wallets_about_payments',
    text: `
      SELECT id, customer, NULL AS name, reference, description
      FROM payments WHERE world = ANY ($1::int[]) AND id = ANY ($2::text[])`,
  },
  rfd: {
    name: 'wallets_about_refunds',
    text: `
      SELECT r.id, r.customer, NULL AS name, coalesce(r.reference, p.reference) AS reference, p.description
      FROM refunds r JOIN payments p ON p.world = r.world AND p.id = r.payment_id
      WHERE r.world = ANY ($1::int[]) AND r.id = ANY ($2::text[])`,
  },
  pout: {
    name: 'wallets_about_payouts',
    text: `
      SELECT id, NULL AS customer, NULL AS name, reference, NULL AS description
      FROM payouts WHERE world = ANY ($1::int[]) AND id = ANY ($2::text[])`,
  },
};

/** $3: the wallet of the statement. The other wallet has a name for its own owner only. */
const aboutTransfers: Statement = {
  name: 'wallets_about_transfers',
  text: `
    SELECT t.id, NULL AS customer, o.label AS name, t.reference, t.description
    FROM transfers t
    JOIN wallets w ON w.id = $3
    LEFT JOIN wallets o
      ON o.id = CASE WHEN t.from_wallet = w.id THEN t.to_wallet ELSE t.from_wallet END AND o.owner_id = w.owner_id
    WHERE t.world = ANY ($1::int[]) AND t.id = ANY ($2::text[])`,
};

const items = arraysOf({ id: text, low: text, high: text }, { first: 2 });

/** An item's id is made shortly after its payout's: $3 and $4 bound the id of each item's payout. */
const aboutItems: Statement = {
  name: 'wallets_about_items',
  text: `
    SELECT i.id, i.recipient AS customer, i.name, coalesce(i.reference, p.reference) AS reference, i.description
    FROM (SELECT ${items.unnest}) AS n
    JOIN payouts p ON p.world = ANY ($1::int[]) AND p.id >= n.low AND p.id < n.high
    JOIN payout_items i ON i.world = p.world AND i.payout_id = p.id AND i.id = n.id`,
};

type AboutRow = EntryAbout & { id: string };

const prefixOf = (source: string) => source.slice(0, source.indexOf('_'));

/** The fields for people of the records behind these lines, by the id of the record. */
export async function readAbout(
  db: Pick<Database, 'query'>,
  { worlds, may }: AboutReader,
  wallet: string,
  sources: readonly string[],
): Promise<(source: string) => EntryAbout | null> {
  const read = async (prefix: string): Promise<AboutRow[]> => {
    const ids = [...new Set(sources.filter((source) => prefixOf(source) === prefix))];
    if (ids.length === 0 || !may(prefix)) return [];
    if (prefix === 'trf') return db.query(aboutTransfers, [worlds, ids, wallet]);
    if (prefix !== 'pit') return db.query(statements[prefix]!, [worlds, ids]);
    const bounded = ids.map((id) => {
      const [low, high] = payoutBoundsOf(id as Id<'pit'>);
      return { id, low, high };
    });
    return db.query(aboutItems, [worlds, ...items.of(bounded)]);
  };
  const rows = (await Promise.all(Object.keys(scopes).map(read))).flat();
  const found = new Map(rows.map(({ id, ...about }) => [id, about]));
  return (source) => {
    const about = found.get(source);
    return about && Object.values(about).some((value) => value !== null) ? about : null;
  };
}
