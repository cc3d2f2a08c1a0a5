import type { People } from '../accounts/people.ts';
import { type AccountRow, selectAccount, selectAccountByIdentifier } from '../accounts/store.ts';
import type { Statement } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { auditOperatorLogin, type From } from './audit-operator-login.ts';

type Failure = { readonly why: 'password' | 'code' | 'suspended'; readonly from: From };

/**
 * Records a failed login of an operator; the throttles bound the number. The write runs beside the answer, which takes
 * as long for an address without an account.
 */
function auditBeside(people: People, find: (tx: Tx) => Promise<AccountRow | undefined>, { why, from }: Failure): void {
  const done = transaction(people.db, async (tx) => {
    const account = await find(tx);
    if (account) await auditOperatorLogin(tx, account, from, { action: 'operator.login_failed', after: { why } });
  });
  done.catch((error) =>
    people.log.error({ err: error }, "an operator's failed login was not written to the audit log"),
  );
}

export function auditWrongPassword(
  people: People,
  { type, identifier, livemode }: Pick<AccountRow, 'type' | 'identifier' | 'livemode'>,
  failure: Failure,
): void {
  if (type !== 'operator') return;
  const find = async (tx: Tx) =>
    (await tx.query<AccountRow>(selectAccountByIdentifier, [type, identifier, livemode]))[0];
  auditBeside(people, find, failure);
}

const selectChallenged: Statement = {
  name: 'login_select_challenged',
  text: `SELECT account_id AS id FROM challenges WHERE id = $1 AND purpose = 'login'`,
};

export function auditWrongCode(people: People, challenge: string, failure: Failure): void {
  const find = async (tx: Tx) => {
    const [challenged] = await tx.query<{ id: string | null }>(selectChallenged, [challenge]);
    return challenged?.id ? (await tx.query<AccountRow>(selectAccount, [challenged.id]))[0] : undefined;
  };
  auditBeside(people, find, failure);
}
