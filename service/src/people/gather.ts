import type { Database, Statement } from '../db/database.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { openIdentity } from '../kyc/identity.ts';
import { emptySubject, findAccountsOf, mergeSubjects, type PersonSubject } from './subject.ts';
import { walkTable } from './walk.ts';

/** Records that an index finds by the person's phones, accounts or other records. */
const selectRecords: Statement = {
  name: 'people_select_records',
  text: `
    WITH p AS (SELECT world, id, receipt_email FROM payments WHERE customer = ANY ($1::text[])),
      s AS (SELECT a.session_id AS id FROM p JOIN checkout_attempts a ON a.world = p.world AND a.payment_id = p.id)
    SELECT id, receipt_email AS email, NULL AS name FROM p
    UNION ALL SELECT id, NULL, NULL FROM s
    UNION ALL SELECT y.id, NULL, NULL FROM (SELECT DISTINCT world FROM p) o
      JOIN payers y ON y.world = o.world AND y.phone = ANY ($1::text[])
    UNION ALL SELECT id, NULL, NULL FROM refunds WHERE customer = ANY ($1::text[])
    UNION ALL SELECT id, NULL, NULL FROM wallets WHERE owner_id = ANY ($2::text[]) AND livemode IN (true, false)
    UNION ALL SELECT id, NULL, name FROM users WHERE id = ANY ($2::text[])
    UNION ALL SELECT id, NULL, name FROM developers WHERE id = ANY ($2::text[])
    UNION ALL SELECT id, NULL, name FROM operators WHERE id = ANY ($2::text[])
    UNION ALL SELECT id, NULL, NULL FROM kyc_documents WHERE user_id = ANY ($2::text[])`,
};
type Found = { id: string; email: string | null; name: string | null };

const selectSubmissions: Statement = {
  name: 'people_select_submissions',
  text: 'SELECT id, identity FROM kyc_submissions WHERE user_id = ANY ($1::text[])',
};
/** Confirmed with a code. An address with which somebody else logs in is that person's. */
const selectAlertAddresses: Statement = {
  name: 'people_select_alert_addresses',
  text: `
    SELECT email FROM alert_addresses d WHERE account_id = ANY ($1::text[]) AND NOT EXISTS (
      SELECT FROM accounts a
      WHERE a.type IN ('developer', 'operator') AND a.identifier = d.email AND a.id <> ALL ($1::text[]))`,
};
const selectCases: Statement = {
  name: 'people_select_cases',
  text: 'SELECT id FROM cases WHERE record = ANY ($1::text[])',
};

const same = (text: string) => text.replace(/\D/g, '');

/**
 * Everything by which the person's rows are recognised.
 * @param identityKey opens the identities that they submitted
 */
export async function gatherSubject(db: Database, given: PersonSubject, identityKey: DataKey): Promise<PersonSubject> {
  let subject = await findAccountsOf(db, given);
  const alerted = await db.query<{ email: string }>(selectAlertAddresses, [subject.accounts]);
  subject = mergeSubjects(subject, { ...emptySubject(), emails: alerted.map(({ email }) => email) });
  const rows = await db.query<Found>(selectRecords, [subject.phones, subject.accounts]);
  subject = mergeSubjects(subject, {
    ...emptySubject(),
    // A merchant types the address of a receipt, perhaps its own. So it counts only in the person's rows, as names do.
    names: rows.flatMap(({ email, name }) => [email ?? [], name ?? []].flat()),
    records: rows.map(({ id }) => id),
  });
  subject = mergeSubjects(subject, await readIdentities(db, subject, identityKey));
  for (const find of [findItems, findSessions, findIncoming]) subject = mergeSubjects(subject, await find(db, subject));
  const cases = await db.query<{ id: string }>(selectCases, [subject.records]);
  return mergeSubjects(subject, { ...emptySubject(), records: cases.map(({ id }) => id) });
}

async function readIdentities(db: Database, { accounts }: PersonSubject, key: DataKey): Promise<PersonSubject> {
  const found = emptySubject();
  for (const row of await db.query<{ id: string; identity: Buffer }>(selectSubmissions, [accounts])) {
    const { name, document_number: number } = openIdentity(row, key);
    found.records.push(row.id);
    found.names.push(...[name, number].filter((text) => typeof text === 'string' && text !== ''));
  }
  return found;
}

async function findItems(db: Database, { phones }: PersonSubject): Promise<PersonSubject> {
  const found = emptySubject();
  for await (const rows of walkTable(db, 'payout_items'))
    for (const { row } of rows) {
      if (!phones.includes(row.recipient as string)) continue;
      found.records.push(row.id as string);
      if (row.name) found.names.push(row.name as string);
    }
  return found;
}

/** The name that a payer typed on the page of a session. */
async function findSessions(db: Database, { phones, records }: PersonSubject): Promise<PersonSubject> {
  const found = emptySubject();
  const known = new Set(records);
  for await (const rows of walkTable(db, 'checkout_sessions'))
    for (const { row } of rows) {
      const isTheirs =
        known.has(row.id as string) || known.has(row.payment_id as string) || phones.includes(row.customer as string);
      if (!isTheirs) continue;
      found.records.push(row.id as string);
      const { name } = row.fields as { name: string | null };
      if (name) found.names.push(name);
    }
  return found;
}

async function findIncoming(db: Database, { phones }: PersonSubject): Promise<PersonSubject> {
  const found = emptySubject();
  const digits = phones.map(same);
  for await (const rows of walkTable(db, 'rail_incoming'))
    for (const { row } of rows)
      if (digits.includes(same(String(row.payer ?? '')))) found.records.push(row.id as string);
  return found;
}
