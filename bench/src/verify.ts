import type { Measured } from './measure.ts';
import { query, type World } from './world.ts';

/**
 * After the runs: money is conserved, every balance is what its postings say, and every acknowledged transfer has each of
 * its rows exactly once.
 * @throws Error saying what is wrong
 */
export async function verifyBooks(world: World, { acknowledged, moved }: Measured): Promise<void> {
  await verifyBalances(world);
  const [found] = await query<Record<string, string>>(world.url, countRows);
  const expected = {
    transfers: acknowledged,
    moved,
    postings: acknowledged,
    events: acknowledged,
    answers: acknowledged,
  };
  for (const [what, count] of Object.entries(expected)) {
    if (Number(found![what]) !== count)
      throw new Error(`${what}: ${count} acknowledged, ${found![what]} in the database`);
  }
}

/** Money is conserved, and every balance is what its postings say. */
export async function verifyBalances({ url }: World): Promise<void> {
  const stray = await query(
    url,
    'SELECT currency, sum(posted) FROM balances JOIN wallets ON id = wallet_id GROUP BY 1 HAVING sum(posted) <> 0',
  );
  if (stray.length > 0) throw new Error(`balances do not add up to zero: ${JSON.stringify(stray)}`);
  const wrong = await query(url, unexplainedBalances);
  if (wrong.length > 0) throw new Error(`balances that their postings do not explain: ${JSON.stringify(wrong)}`);
}

const unexplainedBalances = `
  WITH sides AS (
    SELECT debit_wallet AS wallet_id, -amount AS change FROM postings
    UNION ALL SELECT credit_wallet, amount FROM postings)
  SELECT wallet_id, posted, sum(change) AS expected
  FROM balances LEFT JOIN sides USING (wallet_id) GROUP BY wallet_id, posted
  HAVING posted <> coalesce(sum(change), 0) LIMIT 5`;

const countRows = `
  SELECT (SELECT count(DISTINCT id) FROM transfers) AS transfers,
         (SELECT sum(amount) FROM transfers) AS moved,
         (SELECT count(*) FROM postings p JOIN transfers t
            ON (t.id, t.from_wallet, t.to_wallet, t.amount) = (p.source, p.debit_wallet, p.credit_wallet, p.amount)) AS postings,
         (SELECT count(*) FROM events) AS events,
         (SELECT count(*) FROM idempotency_keys WHERE status = 201) AS answers`;

/** The baseline is only one if it writes as much as the service does. */
export async function verifySameRows(service: World, baseline: World): Promise<void> {
  const [a, b] = await Promise.all(
    [service, baseline].map(async ({ url }) => (await query<Record<string, string>>(url, rowSizes))[0]!),
  );
  for (const [what, size] of Object.entries(a!)) {
    const other = Number(b![what]);
    if (Math.abs(Number(size) / other - 1) > 0.02) {
      throw new Error(`${what}: ${size} bytes from the service, ${other} from the baseline`);
    }
  }
}

const rowSizes = `
  SELECT (SELECT avg(length(payload)) FROM events) AS payload,
         (SELECT avg(length(body)) FROM idempotency_keys) AS body,
         (SELECT avg(pg_column_size(i)) FROM idempotency_keys i) AS idempotency_keys,
         (SELECT avg(pg_column_size(e)) FROM events e) AS events,
         (SELECT avg(pg_column_size(t)) FROM transfers t) AS transfers,
         (SELECT avg(pg_column_size(p)) FROM postings p) AS postings`;
