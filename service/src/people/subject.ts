import type { Queries, Statement } from '../db/database.ts';

/** A person, and everything by which their rows are recognised. */
export type PersonSubject = {
  /** E.164. */
  phones: string[];
  emails: string[];
  /** Ids of logins and customers: `usr_…`, `dev_…`, `opr_…`. */
  accounts: string[];
  /** Texts that name the person only in rows about them: names, answers to a checkout's questions, passport numbers. */
  names: string[];
  /** Ids of records that are about the person: payments, refunds, payout items, sessions, wallets, cases. */
  records: string[];
};

export const emptySubject = (): PersonSubject => ({ phones: [], emails: [], accounts: [], names: [], records: [] });

export function mergeSubjects(one: PersonSubject, other: PersonSubject): PersonSubject {
  const both = (name: keyof PersonSubject) => [...new Set([...one[name], ...other[name]])];
  return {
    phones: both('phones'),
    emails: both('emails'),
    accounts: both('accounts'),
    names: both('names'),
    records: both('records'),
  };
}

type Found = { id: string; identifier: string };

/** Logins and customers with these ids, phones or addresses, in both modes. */
const selectAccounts: Statement = {
  name: 'people_select_accounts',
  text: `
    SELECT id, identifier FROM accounts WHERE id = ANY ($1::text[])
    UNION SELECT id, phone FROM users WHERE id = ANY ($1::text[])
    UNION SELECT id, identifier FROM accounts
      WHERE type IN ('customer', 'merchant', 'developer', 'operator') AND identifier = ANY ($2::text[])
    UNION SELECT id, phone FROM users WHERE livemode IN (true, false) AND phone = ANY ($2::text[])`,
};

/** Adds the accounts of the phones and addresses, and the phones and addresses of the accounts. */
export async function findAccountsOf(db: Queries, subject: PersonSubject): Promise<PersonSubject> {
  const known = [...subject.phones, ...subject.emails];
  const first = await db.query<Found>(selectAccounts, [subject.accounts, known]);
  // A phone has an account in each mode, so the accounts of a found phone are searched too.
  const all = await db.query<Found>(selectAccounts, [
    first.map(({ id }) => id),
    [...known, ...first.map(({ identifier }) => identifier)],
  ]);
  const identifiers = all.map(({ identifier }) => identifier);
  return mergeSubjects(subject, {
    ...emptySubject(),
    accounts: all.map(({ id }) => id),
    phones: identifiers.filter((one) => one.startsWith('+')),
    emails: identifiers.filter((one) => one.includes('@')),
  });
}
