import type { Database, Statement } from '../db/database.ts';
import { adaptPortion } from '../db/portion.ts';
import { arraysOf, bytea, text } from '../db/table.ts';
import { currentOf } from '../kernel/data-key.ts';
import { openBytes, sealBytes } from '../kernel/seal.ts';
import { type SealedColumn, sealedColumns } from './sealed-columns.ts';
import type { Secrets } from './secrets.ts';

type Row = { id: string; sealed: Buffer };

/**
 * Seals every row under the current generation of its key, in portions. A row that changed meanwhile was sealed by its
 * writer. After an interruption a second run continues: rows show their generation. @returns the number of rows
 */
export async function resealRows(db: Database, secrets: Secrets): Promise<number> {
  let count = 0;
  for (const column of sealedColumns) count += await resealColumn(db, secrets, column);
  return count;
}

async function resealColumn(db: Database, secrets: Secrets, column: SealedColumn): Promise<number> {
  const key = secrets[column.key];
  const { number } = currentOf(key);
  const portion = adaptPortion();
  let count = 0;
  let last = '';
  for (;;) {
    const began = performance.now();
    const rows = await db.query<Row>(selectOlder(column), [number, last, portion.size]);
    if (rows.length === 0) return count;
    const fresh = rows.map(({ id, sealed: old }) => {
      const boundTo = column.bound ? id : '';
      return { id, old, fresh: sealBytes(openBytes(old, key, boundTo), key, boundTo) };
    });
    await db.query(updateSealed(column), resealed.of(fresh));
    portion.took(rows.length, performance.now() - began);
    count += rows.length;
    last = rows.at(-1)!.id;
  }
}

const bytesIn = ({ column, isText }: SealedColumn, table = '') =>
  isText ? `decode(${table}${column}, 'base64')` : `${table}${column}`;

/** The rows that an older generation than $1 sealed. */
const isOlder = (sealed: SealedColumn) =>
  `${sealed.column} IS NOT NULL AND sealed_generation(${bytesIn(sealed)}) <> $1` +
  (sealed.where ? ` AND ${sealed.where}` : '');

const selectOlder = (sealed: SealedColumn): Statement => ({
  name: `reseal_select_${sealed.table}_${sealed.column}`,
  text: `
    SELECT ${sealed.id} AS id, ${bytesIn(sealed)} AS sealed FROM ${sealed.table}
    WHERE ${isOlder(sealed)} AND ${sealed.id} > $2 ORDER BY ${sealed.id} LIMIT $3`,
});

const resealed = arraysOf({ id: text, old: bytea, fresh: bytea });

const updateSealed = (sealed: SealedColumn): Statement => {
  const { table, id, column, isText } = sealed;
  return {
    name: `reseal_update_${table}_${column}`,
    text: `
      UPDATE ${table} t SET ${column} = ${isText ? `translate(encode(n.fresh, 'base64'), E'\\n', '')` : 'n.fresh'}
      FROM (SELECT ${resealed.unnest}) n
      WHERE t.${id} = n.id AND ${bytesIn(sealed, 't.')} = n.old`,
  };
};

/** More are not counted one by one. */
const MOST_COUNTED = 10_000;

const countOlder = (sealed: SealedColumn): Statement => ({
  name: `reseal_count_${sealed.table}_${sealed.column}`,
  text: `
    SELECT count(*)::int AS rows
    FROM (SELECT FROM ${sealed.table} WHERE ${isOlder(sealed)} LIMIT ${MOST_COUNTED}) older`,
});

/** The columns with rows that the current generation of their key did not seal. */
export async function findOlderRows(db: Database, secrets: Secrets): Promise<{ column: string; rows: number }[]> {
  const found = [];
  for (const sealed of sealedColumns) {
    const [older] = await db.query<{ rows: number }>(countOlder(sealed), [currentOf(secrets[sealed.key]).number]);
    if (older!.rows > 0) found.push({ column: `${sealed.table}.${sealed.column}`, rows: older!.rows });
  }
  return found;
}
