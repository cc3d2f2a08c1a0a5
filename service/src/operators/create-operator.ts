import type { NewOperator } from '../../../contract/src/approvals.ts';
import { createAccount, isLong, toIdentifier } from '../accounts/create-account.ts';
import { type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../kernel/new-id.ts';
import { Refusal } from '../kernel/refusal.ts';
import { insertOperator } from './store.ts';

export type Password = { readonly hash: string; readonly text: string };

/** Makes an operator, with a password or without one yet. @returns the id, or account_already_exists */
export async function createOperator(
  tx: Tx,
  { email, name, role }: NewOperator,
  by: Doer,
  password?: Password,
): Promise<string | Refusal> {
  const id = newId('opr');
  const identifier = toIdentifier(email);
  const made = await createAccount(tx, {
    id,
    type: 'operator',
    livemode: null,
    identifier,
    password: password?.hash ?? null,
    passwordLong: password ? isLong(password.text) : false,
  });
  if (!made) return new Refusal('account_already_exists', `The operator ${identifier} already exists`);
  await tx.query(insertOperator, [id, name, role]);
  await recordActs(tx, [{ ...by, action: 'operator.created', target: id, after: { email: identifier, name, role } }]);
  return id;
}
