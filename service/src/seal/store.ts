import type { Queries, Statement } from '../db/database.ts';
import type { SealRow } from './chain.ts';

export const sealColumns = `
  s.number, s.to_xid, s.to_wallet, s.to_position, s.count, s.total, s.sealed_at, s.digest, s.previous, s.hash`;

const selectLast: Statement = {
  name: 'seal_last',
  text: `SELECT ${sealColumns}, s.sealed_at BETWEEN now() - make_interval(secs => $1) AND now() AS young
    FROM seals s ORDER BY s.number DESC LIMIT 1`,
};

/** The last batch, and whether it was sealed within these seconds. */
export const readLast = async (db: Queries, seconds = 0): Promise<(SealRow & { young: boolean }) | undefined> =>
  (await db.query<SealRow & { young: boolean }>(selectLast, [seconds]))[0];

const selectSeals: Statement = {
  name: 'seal_range',
  text: `
    SELECT ${sealColumns}, s.marks FROM seals s WHERE s.number >= $1 AND s.number <= $2 ORDER BY s.number LIMIT $3`,
};

/** The batches with these numbers, in their order, at most `limit`. */
export const readSeals = (db: Queries, from: bigint, to: bigint, limit: number) =>
  db.query<SealRow & { marks: Buffer }>(selectSeals, [from, to, limit]);

/** Returns no row while another node closes a batch. Any constant will do: 'RLTS' in ASCII. */
export const lockStatement: Statement = {
  name: 'seal_lock',
  text: `SELECT 1 FROM (SELECT pg_try_advisory_xact_lock(${0x524c5453}) AS taken) l WHERE taken`,
};

export const insertStatement: Statement = {
  name: 'seal_insert',
  text: `
    INSERT INTO seals (number, to_xid, to_wallet, to_position, count, total, sealed_at, digest, previous, hash, marks)
    VALUES ($1, $2::text::xid8, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
};
