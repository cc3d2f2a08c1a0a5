import type { Database, Statement } from '../db/database.ts';
import type { PersonSubject } from './subject.ts';

/** The law against money laundering binds those whose identity was approved in live mode. */
const isIdentified: Statement = {
  name: 'people_is_identified',
  text: `
    SELECT 1 AS one FROM users u LEFT JOIN kyc_submissions s ON s.user_id = u.id AND s.status = 'approved'
    WHERE u.id = ANY ($1::text[]) AND u.livemode AND (u.kyc = 'verified' OR s.id IS NOT NULL) LIMIT 1`,
};

/** The end of the legal period if the person is erased now. Null if no law keeps anything. */
export async function keptUntil(
  db: Pick<Database, 'query'>,
  { accounts }: PersonSubject,
  years: number,
): Promise<Date | null> {
  if (years === 0 || (await db.query(isIdentified, [accounts])).length === 0) return null;
  const end = new Date();
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end;
}
