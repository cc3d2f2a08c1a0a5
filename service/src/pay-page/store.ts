import type { Database, Statement } from '../db/database.ts';

/** The versions of sessions and their payments. A page that shows others is old. */
const versionsStatement: Statement = {
  name: 'pay_page_versions',
  text: `
    SELECT s.token, s.version, coalesce(p.version, 0) AS payment
    FROM checkout_sessions s LEFT JOIN payments p ON p.world = s.world AND p.id = s.payment_id
    WHERE s.token = ANY ($1::text[])`,
};

/** The version of each of these sessions; a token that does not exist has none. */
export async function readVersions(db: Database, tokens: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ token: string; version: number; payment: number }>(versionsStatement, [tokens]);
  return new Map(rows.map(({ token, version, payment }) => [token, `${version}.${payment}`]));
}

/** The payer of a session's latest payment. The page shows only the last digits of the phone. */
const payerStatement: Statement = {
  name: 'pay_page_payer',
  text: `
    SELECT p.id AS payment, p.customer
    FROM checkout_sessions s JOIN payments p ON p.world = s.world AND p.id = s.payment_id
    WHERE s.token = $1`,
};

export async function readPayer(db: Database, token: string): Promise<{ payment: string; customer: string } | null> {
  return (await db.query<{ payment: string; customer: string }>(payerStatement, [token]))[0] ?? null;
}

const worldStatement: Statement = {
  name: 'pay_page_world_of_account',
  text: `SELECT id AS world FROM worlds WHERE account_id = $1`,
};

export async function readWorldOfAccount(db: Database, account: string): Promise<number> {
  return (await db.query<{ world: number }>(worldStatement, [account]))[0]!.world;
}
