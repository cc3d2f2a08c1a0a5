import type { Database, Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { openBytes, sealBytes } from '../kernel/seal.ts';
import { openIdentity, sealIdentity } from '../kyc/identity.ts';
import { ERASED } from './match.ts';
import type { PersonSubject } from './subject.ts';

/** Nobody can log in again, and what a thief could guess is gone. */
const closeAccounts: Statement = {
  name: 'people_close_accounts',
  text: `
    UPDATE accounts SET password = NULL, two_factor = 'none', totp_seed = NULL,
      suspended_at = coalesce(suspended_at, now())
    WHERE id = ANY ($1::text[]) RETURNING id`,
};
const endSessions: Statement = {
  name: 'people_end_sessions',
  text: `SELECT pg_notify('rialto_sessions', id) FROM sessions WHERE account_id = ANY ($1::text[])`,
};
const selectSubmissions: Statement = {
  name: 'people_kyc_submissions',
  text: `
    SELECT s.id, s.user_id, s.livemode, s.status, s.document_type, s.identity, s.documents, s.created_at, s.decided_at
    FROM kyc_submissions s WHERE s.user_id = ANY ($1::text[]) ORDER BY s.id`,
};
const replaceIdentity: Statement = {
  name: 'people_replace_identity',
  text: 'UPDATE kyc_submissions SET identity = $2 WHERE id = $1',
};
const releaseDocuments: Statement = {
  name: 'people_release_documents',
  text: `UPDATE kyc_submissions SET documents = '{}' WHERE user_id = ANY ($1::text[])`,
};
/** The sweep deletes the bytes and then the rows. */
const doomDocuments: Statement = {
  name: 'people_doom_documents',
  text: `
    UPDATE kyc_documents SET used_at = NULL, doomed_at = coalesce(doomed_at, now())
    WHERE user_id = ANY ($1::text[])`,
};
const insertKey: Statement = {
  name: 'people_insert_key',
  text: 'INSERT INTO person_keys (erasure_id, key) VALUES ($1, $2) ON CONFLICT DO NOTHING',
};
const keep: Statement = {
  name: 'people_keep',
  text: 'UPDATE person_erasures SET kept = $2, kept_until = $3 WHERE id = $1 AND kept IS NULL',
};
const isKept: Statement = {
  name: 'people_is_kept',
  text: 'SELECT kept IS NOT NULL AS kept, done_at FROM person_erasures WHERE id = $1',
};

type Submission = {
  id: string;
  user_id: string;
  livemode: boolean;
  status: string;
  document_type: string;
  identity: Buffer;
  documents: string[];
  created_at: Date;
  decided_at: Date | null;
};

export type Keeping = {
  readonly identityKey: DataKey;
  /** Seals the file of what the law keeps. */
  readonly newKey: () => Buffer;
  /** The end of the legal period. Null if no law applies to the person. */
  readonly until: Date | null;
};

/**
 * Closes the logins. Identities are sealed again without the person; those that the law keeps go into one file
 * under the person's own key, with the phones and names that the pseudonym replaced.
 */
export async function eraseAccounts(db: Database, id: string, subject: PersonSubject, keeping: Keeping): Promise<void> {
  const { accounts, phones, emails, names } = subject;
  if (accounts.length === 0) return;
  const { identityKey, until } = keeping;
  await transaction(db, async (tx) => {
    tx.query(endSessions, [accounts]);
    await tx.query(closeAccounts, [accounts]);
    const [state] = await tx.query<{ kept: boolean }>(isKept, [id]);
    const submissions = await tx.query<Submission>(selectSubmissions, [accounts]);
    if (until && !state!.kept) {
      const key = keeping.newKey();
      const kyc = submissions.map((row) => ({ ...row, identity: openIdentity(row, identityKey) }));
      const file = Buffer.from(JSON.stringify({ phones, emails, names, accounts, kyc }));
      await tx.query(insertKey, [id, sealBytes(key, identityKey, id)]);
      await tx.query(keep, [id, sealBytes(file, key, id), until]);
    }
    for (const row of submissions) {
      const without = { name: ERASED, date_of_birth: '1900-01-01', document_number: ERASED };
      await tx.query(replaceIdentity, [row.id, sealIdentity(without, row.id, identityKey)]);
    }
    if (until) return;
    await tx.query(releaseDocuments, [accounts]);
    await tx.query(doomDocuments, [accounts]);
  });
}

const selectKept: Statement = {
  name: 'people_select_kept',
  text: `
    SELECT e.id, e.kept, e.kept_until, k.key FROM person_erasures e JOIN person_keys k ON k.erasure_id = e.id
    WHERE e.kept IS NOT NULL AND e.entry -> 'accounts' ?| $1::text[]`,
};

/** The data that the law keeps about these accounts, opened. */
export async function readKept(db: Database, accounts: readonly string[], identityKey: DataKey) {
  const rows = await db.query<{ id: string; kept: Buffer; kept_until: Date; key: Buffer }>(selectKept, [accounts]);
  return rows.map(({ id, kept, kept_until, key }) => ({
    erasure: id,
    kept_until: kept_until.toISOString(),
    data: JSON.parse(openBytes(kept, openBytes(key, identityKey, id), id).toString()) as PersonSubject & {
      kyc: unknown[];
    },
  }));
}

const selectEnded: Statement = {
  name: 'people_select_ended',
  text: `
    SELECT id, entry FROM person_erasures WHERE kept IS NOT NULL AND kept_until <= now()
    ORDER BY kept_until LIMIT 100`,
};
const destroyKey: Statement = { name: 'people_destroy_key', text: 'DELETE FROM person_keys WHERE erasure_id = $1' };
const forget: Statement = { name: 'people_forget', text: 'UPDATE person_erasures SET kept = NULL WHERE id = $1' };

/** Ends what the law kept: the key is destroyed, and the documents are deleted. @returns the erasures */
export async function endKept(db: Database): Promise<string[]> {
  const ended = await db.query<{ id: string; entry: { accounts: string[] } }>(selectEnded);
  for (const { id, entry } of ended)
    await transaction(db, async (tx) => {
      tx.query(destroyKey, [id]);
      tx.query(forget, [id]);
      tx.query(releaseDocuments, [entry.accounts]);
      await tx.query(doomDocuments, [entry.accounts]);
    });
  return ended.map(({ id }) => id);
}
