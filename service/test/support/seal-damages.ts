import type pg from 'pg';
import { asAttacker } from './sealed-ledger.ts';

/** How a finding must name the change: the changed posting itself, or its batch. */
export type Damage = {
  readonly name: string;
  /** @returns the text that a finding must contain */
  readonly plant: (client: pg.Client, random: () => number) => Promise<string>;
};

const changes: Readonly<Record<string, string>> = {
  credit_wallet: `'wal_another'`,
  amount: 'amount + 1',
  currency: `'USD'`,
  livemode: 'NOT livemode',
  debit_balance: 'debit_balance - 1',
  credit_balance: 'credit_balance + 1',
  kind: `CASE kind WHEN 'refund' THEN 'fee' ELSE 'refund' END`,
  source: `source || ' '`,
};
/** They move the posting, so it is found as removed and inserted. */
const moves: Readonly<Record<string, string>> = {
  position: 'position + 10000000',
  debit_wallet: `'wal_another'`,
  xid: `(coalesce(xid, '3')::text::bigint + 1)::text::xid8`,
  'xid, made old': `CASE WHEN xid IS NULL THEN '5'::xid8 END`,
};
/** Columns of a batch. A change of its bounds shows in the batch itself, and in its postings. */
const ofSeals: Readonly<Record<string, string>> = {
  to_xid: `(to_xid::text::bigint + 1)::text::xid8`,
  to_wallet: `to_wallet || 'x'`,
  to_position: 'to_position + 1',
  count: 'count + 1, total = total + 1',
  total: 'total + 1',
  sealed_at: `sealed_at + interval '1 ms'`,
  digest: `sha256('x')`,
  marks: `substr(marks, 5)`,
  previous: `sha256('x')`,
  hash: `sha256('x')`,
};

type Picked = { debit_wallet: string; position: string; source: string };

/** A sealed posting by its place, and the condition that finds it. */
async function pick(client: pg.Client, random: () => number): Promise<Picked> {
  const [{ n }] = await asAttacker(client, 'SELECT count(*)::int AS n FROM postings');
  const text =
    'SELECT debit_wallet, position, source FROM postings ORDER BY xid, debit_wallet, position OFFSET $1 LIMIT 1';
  return (await asAttacker(client, text, [Math.floor(random() * n)]))[0];
}
const isPicked = 'debit_wallet = $1 AND position = $2';
const named = ({ debit_wallet, position }: Picked) => `(debit_wallet ${debit_wallet}, position ${position}`;

const updateOf = (column: string, value: string, moved: boolean): Damage => ({
  name: `update of ${column}`,
  plant: async (client, random) => {
    const row = await pick(client, random);
    const text = `UPDATE postings SET ${column.split(',')[0]} = ${value} WHERE ${isPicked}`;
    await asAttacker(client, text, [row.debit_wallet, row.position]);
    return moved ? row.source : named(row);
  },
});

const updateOfSeal = (column: string, value: string): Damage => ({
  name: `update of ${column} of a batch`,
  plant: async (client, random) => {
    const [{ n }] = await asAttacker(client, 'SELECT count(*)::int AS n FROM seals');
    const number = 1 + Math.floor(random() * n);
    await asAttacker(client, `UPDATE seals SET ${column} = ${value} WHERE number = $1`, [number]);
    return `batch ${number}`;
  },
});

const copied = 'credit_wallet, amount, currency, livemode, debit_balance, credit_balance, kind, source';
const insertWith = (name: string, xid: string): Damage => ({
  name: `insertion, ${name}`,
  plant: async (client, random) => {
    const row = await pick(client, random);
    await asAttacker(
      client,
      `INSERT INTO postings (debit_wallet, position, xid, ${copied})
       SELECT debit_wallet, position + 20000000, ${xid}, ${copied} FROM postings WHERE ${isPicked}`,
      [row.debit_wallet, row.position],
    );
    return `${BigInt(row.position) + 20_000_000n}`;
  },
});

const swapOf = (column: string): Damage => ({
  name: `swap of ${column}`,
  plant: async (client, random) => {
    for (;;) {
      const [a, b] = [await pick(client, random), await pick(client, random)];
      const changed = await asAttacker(
        client,
        `UPDATE postings p SET ${column} = q.${column} FROM postings q
         WHERE (p.debit_wallet, p.position, q.debit_wallet, q.position) IN (($1, $2, $3, $4), ($3, $4, $1, $2))
           AND p.${column} <> q.${column} RETURNING 1`,
        [a.debit_wallet, a.position, b.debit_wallet, b.position],
      );
      if (changed.length === 2) return named(a);
    }
  },
});

/** Every kind of change that somebody with the whole database can make in sealed rows. */
export const damages: readonly Damage[] = [
  ...Object.entries(changes).map(([column, value]) => updateOf(column, value, false)),
  ...Object.entries(moves).map(([column, value]) => updateOf(column, value, true)),
  {
    name: 'removal',
    plant: async (client, random) => {
      const row = await pick(client, random);
      await asAttacker(client, `DELETE FROM postings WHERE ${isPicked}`, [row.debit_wallet, row.position]);
      return 'removed';
    },
  },
  {
    name: 'removal with a forged tombstone',
    plant: async (client, random) => {
      const row = await pick(client, random);
      await asAttacker(
        client,
        `WITH gone AS (DELETE FROM postings WHERE ${isPicked} RETURNING *)
         INSERT INTO seal_tombstones
         SELECT coalesce(xid, '0'), debit_wallet, position, sha256(convert_to(concat_ws(E'\\t',
           coalesce(xid::text, ''), position, debit_wallet, credit_wallet, amount, currency, true, debit_balance,
           credit_balance, kind, source), 'UTF8')) FROM gone`,
        [row.debit_wallet, row.position],
      );
      return '';
    },
  },
  insertWith('in a sealed transaction', 'xid'),
  insertWith('without a transaction', 'NULL'),
  insertWith('in a transaction of long ago', `'4'::xid8`),
  swapOf('amount'),
  swapOf('source'),
  ...Object.entries(ofSeals).map(([column, value]) => updateOfSeal(column, value)),
  {
    name: 'removal of a batch',
    plant: async (client, random) => {
      const [{ n }] = await asAttacker(client, 'SELECT count(*)::int AS n FROM seals');
      // The removal of the last batch shows only against a head: see the tests of heads.
      await asAttacker(client, 'DELETE FROM seals WHERE number = $1', [1 + Math.floor(random() * (n - 1))]);
      return 'missing';
    },
  },
];

/** Keeps the ledger as it is. @returns a function that restores it */
export async function keepLedger(client: pg.Client): Promise<() => Promise<void>> {
  const tables = ['postings', 'seals', 'seal_tombstones'];
  await client.query('ALTER TABLE postings DROP CONSTRAINT IF EXISTS postings_xid_given');
  for (const table of tables) await client.query(`CREATE TABLE kept_${table} AS TABLE ${table}`);
  return async () => {
    for (const table of tables)
      await asAttacker(client, `DELETE FROM ${table}`).then(() =>
        asAttacker(client, `INSERT INTO ${table} SELECT * FROM kept_${table}`),
      );
  };
}
