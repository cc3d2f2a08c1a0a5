import type { Queries, Statement } from '../db/database.ts';

/** The most postings of one batch: about 20 ms of PostgreSQL's time. */
export const MOST = 5_000;

/**
 * The place of a posting in the order of the seal: its transaction, its debited wallet, its position there. Postings
 * from before migration 0077 have transaction 0.
 */
export type SealPlace = { readonly xid: string; readonly wallet: string; readonly position: bigint };

/** Before every posting. */
export const START: SealPlace = { xid: '0', wallet: '', position: -(2n ** 63n) };

/**
 * The text that a posting's hash covers: its columns in this order, joined by tabs. Ids, currencies and kinds contain
 * no tab, so two different postings never have one text. The trigger `refuse_posting_deletion` has the same.
 */
const line = `concat_ws(E'\\t', coalesce(xid::text, ''), position, debit_wallet, credit_wallet, amount, currency,
    livemode, debit_balance, credit_balance, kind, source)`;
const sealed = `
  coalesce(xid, '0') AS xid, debit_wallet, position, livemode, sha256(convert_to(${line}, 'UTF8')) AS hash`;
/** Only test postings are deleted, so a tombstone always counts as one. */
const tombstone = 'xid, debit_wallet, position, false AS livemode, hash';

const place = 'xid, debit_wallet, position';
/**
 * A batch's bytes: for each posting its mode (1 live, 0 test) and its hash. The batch is a sorted CTE, so the
 * aggregates need no ORDER BY of their own, which would sort it twice again: a quarter of the statement's time.
 */
const digest = `
  sha256(string_agg(CASE WHEN livemode THEN '\\x01'::bytea ELSE '\\x00' END || hash, '')) AS digest,
  string_agg(substr(hash, 1, 4), '') AS marks, count(*)::int AS count`;

/**
 * The next batch after the place ($1 to $3): the first postings whose transactions are below every running one, so that
 * none can still appear before them. Each part returns its own first $4 or more, so the first $4 of all are complete.
 * The part of one transaction has no ORDER BY: the service's plans avoid sorts and would walk the primary key.
 */
const selectNext: Statement = {
  name: 'seal_next',
  text: `
    WITH batch AS MATERIALIZED (SELECT * FROM (
      (SELECT ${sealed} FROM postings
       WHERE $1::xid8 = '0' AND xid IS NULL AND (debit_wallet, position) > ($2::text, $3::bigint)
       ORDER BY debit_wallet, position LIMIT $4)
      UNION ALL
      SELECT ${sealed} FROM postings WHERE xid = $1::xid8 AND (debit_wallet, position) > ($2::text, $3::bigint)
      UNION ALL
      (SELECT ${sealed} FROM postings
       WHERE xid > $1::xid8 AND xid < pg_snapshot_xmin(pg_current_snapshot())
       ORDER BY postings.xid FETCH FIRST ($4::int) ROWS WITH TIES)
      UNION ALL
      (SELECT ${tombstone} FROM seal_tombstones
       WHERE (${place}) > ($1::xid8, $2::text, $3::bigint) AND xid < pg_snapshot_xmin(pg_current_snapshot())
       ORDER BY ${place} LIMIT $4)
    ) due ORDER BY ${place} LIMIT $4)
    SELECT b.*, l.xid, l.debit_wallet AS wallet, l.position,
           date_trunc('milliseconds', clock_timestamp()) AS sealed_at,
           coalesce((SELECT xid >= pg_snapshot_xmax(pg_current_snapshot()) FROM postings
                     WHERE xid IS NOT NULL ORDER BY postings.xid DESC LIMIT 1), false) AS behind
    FROM (SELECT ${digest} FROM batch) b
    LEFT JOIN (SELECT ${place} FROM batch ORDER BY xid DESC, debit_wallet DESC, position DESC LIMIT 1) l ON true`,
};

/** The postings after one place ($1 to $3) up to another ($4 to $6). */
const range = (row: string) => `
  SELECT ${row} FROM postings
  WHERE $1::xid8 = '0' AND $4::xid8 = '0' AND xid IS NULL
    AND (debit_wallet, position) > ($2::text, $3::bigint) AND (debit_wallet, position) <= ($5::text, $6::bigint)
  UNION ALL
  SELECT ${row} FROM postings
  WHERE $1::xid8 = '0' AND $4::xid8 > '0' AND xid IS NULL AND (debit_wallet, position) > ($2::text, $3::bigint)
  UNION ALL
  SELECT ${row} FROM postings
  WHERE xid = $1::xid8 AND (debit_wallet, position) > ($2::text, $3::bigint)
    AND ($1::xid8 < $4::xid8 OR (debit_wallet, position) <= ($5::text, $6::bigint))
  UNION ALL
  SELECT ${row} FROM postings
  WHERE xid > $1::xid8 AND xid <= $4::xid8
    AND (xid < $4::xid8 OR (debit_wallet, position) <= ($5::text, $6::bigint))`;
const tombstones = `FROM seal_tombstones WHERE (${place}) > ($1::xid8, $2::text, $3::bigint)
    AND (${place}) <= ($4::xid8, $5::text, $6::bigint)`;

const selectDigest: Statement = {
  name: 'seal_digest',
  text: `
    WITH batch AS MATERIALIZED (
      SELECT * FROM (${range(sealed)} UNION ALL SELECT ${tombstone} ${tombstones}) p ORDER BY ${place})
    SELECT ${digest} FROM batch`,
};

const columns = 'amount, currency, debit_balance, credit_balance, kind, source, credit_wallet, xid IS NULL AS old';
const nothing = 'NULL::bigint, NULL, NULL::bigint, NULL::bigint, NULL, NULL, NULL, NULL::boolean';
const selectRows: Statement = {
  name: 'seal_rows',
  text: `
    WITH batch AS MATERIALIZED (
      ${range(`${sealed}, ${columns}`)} UNION ALL SELECT ${tombstone}, ${nothing} ${tombstones})
    SELECT * FROM batch ORDER BY ${place}`,
};

export type Digest = { readonly count: number; readonly digest: Buffer | null; readonly marks: Buffer | null };

export type NextBatch = Digest & {
  readonly xid: string | null;
  readonly wallet: string;
  readonly position: bigint;
  readonly sealed_at: Date;
  /** The database has postings of transactions that have not begun: it was restored from a dump. */
  readonly behind: boolean;
};

/** A posting as the seal sees it. The last columns are null for a tombstone. */
export type SealedRow = {
  readonly xid: string;
  readonly debit_wallet: string;
  readonly position: bigint;
  readonly livemode: boolean;
  readonly hash: Buffer;
  readonly amount: bigint | null;
  readonly currency: string | null;
  readonly debit_balance: bigint | null;
  readonly credit_balance: bigint | null;
  readonly kind: string | null;
  readonly source: string | null;
  readonly credit_wallet: string | null;
  readonly old: boolean | null;
};

const placeValues = ({ xid, wallet, position }: SealPlace) => [xid, wallet, position];

/** The next postings that can be sealed, at most `most`. */
export const readNext = async (db: Queries, after: SealPlace, most: number): Promise<NextBatch> =>
  (await db.query<NextBatch>(selectNext, [...placeValues(after), most]))[0]!;

/** The digest of the postings that are now in a batch. */
export const readDigest = async (db: Queries, from: SealPlace, to: SealPlace): Promise<Digest> =>
  (await db.query<Digest>(selectDigest, [...placeValues(from), ...placeValues(to)]))[0]!;

/** The postings that are now in a batch, in its order. */
export const readRows = (db: Queries, from: SealPlace, to: SealPlace): Promise<SealedRow[]> =>
  db.query<SealedRow>(selectRows, [...placeValues(from), ...placeValues(to)]);
