import type pg from 'pg';

/** The faults that a month has, `each` of every kind. Those of `quiet` are no faults: nothing may be reported. */
export const faults = {
  payment: ['missing_there', 'doubled', 'doubled_again', 'wrong_amount', 'late', 'reversed', 'ambiguous'],
  payout: ['missing_there', 'doubled', 'wrong_amount', 'wrong_fee', 'late', 'returned'],
  refund: ['missing_there', 'wrong_amount', 'late'],
  foreign: ['missing_here', 'reversed_there'],
} as const;
const quiet = ['unknown', 'anonymous'] as const;

export type Month = {
  readonly seed: number;
  readonly records: number;
  readonly each: number;
  readonly world: number;
  readonly rail: string;
  /** Ids of wallets. */
  readonly wallet: string;
  readonly clearing: string;
  readonly fees: string;
  /** The first day, YYYY-MM-DD; all times are those of Africa/Dakar. */
  readonly first: string;
};

const DAYS = 30;
/** Late lines and reversals are listed this many days after the month at the latest. */
export const DAYS_AFTER = 4;

const list = (names: readonly string[]) => `ARRAY[${names.map((name) => `'${name}'`).join()}]`;
const signed = `CASE type WHEN 'payment' THEN amount ELSE -amount END`;

/**
 * Writes a month of payments, payouts and refunds with their postings and running balances, as the service writes them
 * one by one. `month_records` is the plan, and `month_lines` the provider's own books, with the faults between the two.
 */
export async function fillMonth(db: pg.Client, month: Month): Promise<void> {
  for (const text of [...plan(month), ...records(month), ...ledger(month), ...lines(month)]) await db.query(text);
  await db.query('VACUUM ANALYZE payments, refunds, payouts, payout_items, postings, month_lines');
}

/** A record is known to the provider by our id, by the receipt or by the handle (`how`). */
function plan({ seed, records, each, first }: Month): string[] {
  const step = Math.floor((DAYS * 86_400e6) / records);
  const paid = [...faults.payment, ...quiet];
  return [
    `CREATE TABLE month_records AS
     SELECT n, at, id_from('', at) AS t, type, 1000 + n * 7919 % 49000 AS amount, '+2547' || lpad(n::text, 8,
       '0') AS phone,
            n % 3 AS how, (${list(['pay', 'pit', 'rfd'])})[array_position(${list(['payment', 'payout', 'refund'])},
              type)]
              || id_from('', at) || '7000' || lpad(n::text, 12, '0') AS id,
            CASE type WHEN 'payment' THEN (${list(paid)})[rank / ${each} + 1]
                      WHEN 'payout' THEN (${list(faults.payout)})[rank / ${each} + 1]
                      ELSE (${list(faults.refund)})[rank / ${each} + 1] END AS fault
     FROM (
       SELECT *, row_number() OVER (PARTITION BY type ORDER BY n % 10 = 5, hashint8extended(n, ${seed})) - 1 AS rank
       FROM (
         SELECT n, CASE WHEN n % 10 < 7 THEN 'payment' WHEN n % 10 < 9 THEN 'payout' ELSE 'refund' END AS type,
                date_trunc('milliseconds', timestamp '${first}' AT TIME ZONE 'Africa/Dakar'
                  + (n - 1) * interval '${step} us') AS at
         FROM generate_series(1, ${records}::bigint) n) s) r`,
    'ALTER TABLE month_records ADD charge bigint, ADD charged_there bigint, ADD receipt text, ADD handle text',
    // A twin: another payment of the same person, of the same amount, a minute later.
    `INSERT INTO month_records
     SELECT ${records} + row_number() OVER (ORDER BY n), at + interval '60.000007 s', t, type, amount, phone, how,
            'pay' || t || '7000' || lpad((${records} + row_number() OVER (ORDER BY n))::text, 12, '0'), fault
     FROM month_records WHERE fault = 'ambiguous'`,
    // Charges of payouts are posted here; those of some payments are in the statement alone.
    `UPDATE month_records SET
       amount = CASE type WHEN 'payment' THEN amount ELSE 100 + amount % 400 END,
       charge = CASE WHEN type = 'payout' AND (n % 3 = 0 OR fault = 'wrong_fee') THEN 13 ELSE 0 END,
       charged_there = CASE WHEN fault = 'wrong_fee' THEN 15 WHEN type = 'payout' AND n % 3 = 0 THEN 13
                            WHEN type = 'payment' AND n % 11 = 0 THEN 5 ELSE 0 END,
       receipt = CASE WHEN how = 1 AND fault IS DISTINCT FROM 'unknown' THEN 'TJ' || n END,
       handle = CASE WHEN how = 2 OR how = 1 AND fault = 'unknown' THEN 'ws_' || n END`,
    'ANALYZE month_records',
  ];
}

function records({ world, rail, wallet }: Month): string[] {
  return [
    // A test world does not keep its events for ever: those of the month are gone.
    `UPDATE worlds SET events_from = now() WHERE id = ${world}`,
    `INSERT INTO payments (world, id, amount, currency, customer, status, amount_refunded, fee, wallet_id, rail,
      rail_reference,
                           rail_handle, created_at, updated_at, expires_at, succeeded_at, sent_at, due_at)
     SELECT ${world}, id, amount, 'XOF', phone, CASE fault WHEN 'unknown' THEN 'processing' ELSE 'succeeded' END,
            coalesce(r.refunded, 0), 0, '${wallet}', '${rail}', receipt, handle, at, at, at + interval '1 day',
            CASE WHEN fault IS DISTINCT FROM 'unknown' THEN at END,
            CASE WHEN fault = 'unknown' THEN now() ELSE at END,
            CASE WHEN fault = 'unknown' THEN now() + interval '1 day' END
     FROM month_records m
       LEFT JOIN (SELECT n - 4 AS paid, amount AS refunded FROM month_records WHERE type = 'refund') r ON r.paid = m.n
     WHERE type = 'payment'`,
    `INSERT INTO refunds (world, id, payment_id, amount, currency, status, wallet_id, rail, rail_reference,
      rail_handle, created_at,
                          updated_at, succeeded_at, customer, sent_at)
     SELECT ${world}, r.id, p.id, r.amount, 'XOF', 'succeeded', '${wallet}', '${rail}', r.receipt, r.handle, r.at,
       r.at, r.at,
            p.phone, r.at
     FROM month_records r JOIN month_records p ON p.n = r.n - 4 WHERE r.type = 'refund'`,
    `INSERT INTO payouts (world, id, status, wallet_id, currency, count, amount, succeeded_count, succeeded_amount,
      created_at,
                          updated_at, completed_at)
     SELECT ${world}, 'pout' || substr(id, 4), 'completed', '${wallet}', 'XOF', 1, amount, 1, amount, at, at, at
     FROM month_records WHERE type = 'payout'`,
    `INSERT INTO payout_items (world, payout_id, id, recipient, amount, fee, status, rail, rail_reference,
      rail_handle, updated_at,
                               sent_at)
     SELECT ${world}, 'pout' || substr(id, 4), id, phone, amount, 0, 'succeeded', '${rail}', receipt, handle, at, at
     FROM month_records WHERE type = 'payout'`,
  ];
}

/** Every movement once, in chronological order, with the balances of its two wallets after it. */
function ledger({ wallet, clearing, fees }: Month): string[] {
  const sum = (of: string) => `sum(${of}) OVER (ORDER BY position)`;
  const own = `CASE type WHEN 'fee' THEN 0 ELSE change END`;
  const ends = [
    [`'${wallet}'`, own],
    [`'${fees}'`, `CASE type WHEN 'fee' THEN change ELSE 0 END`],
    [`'${clearing}'`, '-change'],
  ] as const;
  return [
    `CREATE TEMP TABLE moves AS
     SELECT (extract(epoch FROM at) * 1000000)::bigint AS position, type, id AS source, ${signed} AS change
       FROM month_records
     WHERE fault IS DISTINCT FROM 'unknown'
     UNION ALL
     SELECT (extract(epoch FROM at) * 1000000)::bigint + 11, 'fee', id, -charge FROM month_records WHERE charge > 0`,
    `INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance,
      credit_balance, kind,
                           source)
     SELECT position, CASE WHEN change > 0 THEN '${clearing}' ELSE other END, CASE WHEN change > 0 THEN other
       ELSE '${clearing}' END,
            abs(change), 'XOF', false, CASE WHEN change > 0 THEN cleared ELSE others END,
            CASE WHEN change > 0 THEN others ELSE cleared END,
            CASE type WHEN 'fee' THEN 'provider_fee' ELSE type END, source
     FROM (
       SELECT *, CASE type WHEN 'fee' THEN '${fees}' ELSE '${wallet}' END AS other, ${sum('-change')} AS cleared,
              CASE type WHEN 'fee' THEN ${sum(ends[1][1])} ELSE ${sum(own)} END AS others
       FROM moves) s ORDER BY position`,
    ...ends.map(
      ([one, change]) => `
      UPDATE balances SET posted = s.sum, position = s.last
      FROM (SELECT sum(${change}) AS sum, max(position) AS last FROM moves WHERE ${change} <> 0) s
        WHERE wallet_id = ${one}`,
    ),
    'DROP TABLE moves',
  ];
}

/**
 * The lines that the provider's own list has: it lists a charge inside its movement, has no id of a refund, and no
 * movement that is pending.
 */
const listable = `kind <> 'fee' AND state = 'booked' AND at IS NOT NULL
  AND NOT (kind = 'refund' AND record IS NOT NULL)`;

/**
 * The provider's books. `listed_on` is the day whose statement has the line. `expected` is the result of the line, and
 * `item` the open item that it is, with its part that the other side lacks (`lacks`).
 */
function lines({ each, first }: Month): string[] {
  const day = `(at AT TIME ZONE 'Africa/Dakar')::date`;
  const known = `CASE how WHEN 0 THEN 'OP' || n ELSE coalesce(handle, receipt) END`;
  const kind = `CASE type WHEN 'payment' THEN 'collection' ELSE type END`;
  const fee = `CASE WHEN n % 2 = 0 THEN charged_there ELSE 0 END`;
  const foreign = (i: string) => `(timestamp '${first}' + ${i} * interval '1 hour')::date`;
  const columns = `(listed_on, booked_on, at, operation, record, kind, amount, fee, phone, state, expected, item,
    lacks)`;
  return [
    `CREATE TABLE month_lines (seq bigserial PRIMARY KEY, listed_on date, booked_on date, at timestamptz,
      operation text, record text,
       kind text, amount bigint, fee bigint DEFAULT 0, phone text, state text DEFAULT 'booked', expected text,
         item text,
       lacks bigint)`,
    `INSERT INTO month_lines ${columns}
     SELECT ${day} + late, ${day} + late, at + late * interval '1 day',
            CASE WHEN fault IN ('anonymous', 'ambiguous') THEN 'ZZ' || n ELSE ${known} END,
            CASE WHEN how = 0 AND fault IS DISTINCT FROM 'anonymous' AND fault IS DISTINCT FROM 'ambiguous' THEN id END,
            ${kind}, ${signed} + wrong, ${fee},
            CASE WHEN fault = 'anonymous' AND n % 2 = 0 THEN overlay(phone placing '****' from 6 for 4)
              ELSE phone END, 'booked',
            CASE fault WHEN 'late' THEN 'late' WHEN 'wrong_amount' THEN 'amount_differs'
              WHEN 'wrong_fee' THEN 'fee_differs'
                       WHEN 'ambiguous' THEN NULL WHEN 'unknown' THEN 'late' ELSE 'matched' END,
            CASE fault WHEN 'wrong_amount' THEN 'amount_differs' WHEN 'wrong_fee' THEN 'fee_differs'
                       WHEN 'ambiguous' THEN 'ambiguous' END,
            CASE fault WHEN 'wrong_amount' THEN wrong WHEN 'wrong_fee' THEN -2
              WHEN 'ambiguous' THEN ${signed} - ${fee} END
     FROM (SELECT *, CASE fault WHEN 'late' THEN 2 ELSE 0 END AS late,
                  CASE fault WHEN 'wrong_amount' THEN 7 - n % 2 * 14 ELSE 0 END AS wrong FROM month_records) r
     WHERE fault IS DISTINCT FROM 'missing_there' ORDER BY at`,
    // The same operation twice in one statement, or another operation for the same record.
    `INSERT INTO month_lines ${columns}
     SELECT ${day}, ${day}, at, ${known} || CASE fault WHEN 'doubled_again' THEN 'B' ELSE '' END, id, ${kind},
       ${signed}, ${fee},
            phone, 'booked', NULL, 'duplicate_there', ${signed} - ${fee}
     FROM month_records WHERE fault LIKE 'doubled%'`,
    // Charges in lines of their own, under the same receipt, and a monthly one.
    `INSERT INTO month_lines ${columns}
     SELECT ${day} + late, ${day} + late, at, CASE WHEN fault IN ('anonymous', 'ambiguous') THEN 'ZZ' || n
       ELSE ${known} END,
            NULL, 'fee', -charged_there, 0, NULL, 'booked', CASE fault WHEN 'wrong_fee' THEN 'fee_differs'
              WHEN 'ambiguous' THEN NULL ELSE 'matched' END,
            CASE fault WHEN 'ambiguous' THEN 'missing_here' END, CASE fault WHEN 'ambiguous' THEN -charged_there END
     FROM (SELECT *, CASE fault WHEN 'late' THEN 2 ELSE 0 END AS late FROM month_records) r
     WHERE n % 2 = 1 AND charged_there > 0 AND fault IS DISTINCT FROM 'missing_there'`,
    `INSERT INTO month_lines ${columns}
     SELECT date '${first}' + 29, date '${first}' + 29, NULL, 'MONTHLY', NULL, 'fee', -500, 0, NULL, 'booked',
       'matched', NULL, NULL`,
    `INSERT INTO month_lines ${columns}
     SELECT ${day} + 3, ${day} + 3, at + interval '3 days', 'RV' || n, id, 'reversal', -(${signed}), 0, phone,
       'booked', 'reversed',
            NULL, NULL
     FROM month_records WHERE fault IN ('reversed', 'returned')`,
    // Money that nobody here knows, and lines that move none.
    `INSERT INTO month_lines ${columns}
     SELECT ${foreign('i')}, ${foreign('i')}, NULL, 'FR' || i, NULL, CASE i % 2 WHEN 0 THEN 'collection'
       ELSE 'reversal' END,
            CASE i % 2 WHEN 0 THEN 777 + i ELSE -777 - i END, 0, '+25479' || lpad(i::text, 7, '0'), 'booked', NULL,
            CASE i % 2 WHEN 0 THEN 'missing_here' ELSE 'reversed' END, CASE i % 2 WHEN 0 THEN 777 + i ELSE -777 - i END
     FROM generate_series(1, ${2 * each}) i`,
    `INSERT INTO month_lines ${columns}
     SELECT ${foreign('i')}, ${foreign('i')}, NULL, 'NO' || i, NULL, 'collection', 900 + i, 0, NULL,
            CASE i % 2 WHEN 0 THEN 'pending' ELSE 'refused' END, NULL, NULL, NULL
     FROM generate_series(1, ${2 * each}) i`,
    // An imported line is known by its key, and by its number among equal ones of its day.
    `ALTER TABLE month_lines ADD key text, ADD occurrence int, ADD listable boolean`,
    `UPDATE month_lines m SET key = k.key, occurrence = k.occurrence, listable = k.listable
     FROM (
       SELECT seq, key, row_number() OVER (PARTITION BY key ORDER BY seq) AS occurrence, listable FROM (
         SELECT seq, operation || CASE WHEN kind = 'fee' THEN ':fee' WHEN amount < 0 THEN ':out' ELSE ':in' END AS key,
                ${listable} AS listable
         FROM month_lines) l) k
     WHERE k.seq = m.seq`,
    'CREATE INDEX ON month_lines (key, occurrence)',
  ];
}
