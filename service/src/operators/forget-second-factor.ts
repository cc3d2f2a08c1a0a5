import { type AccountRow, revokeSessions } from '../accounts/store.ts';
import { type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { deleteRecoveryCodes, updateTwoFactor } from '../two-factor/store.ts';

/**
 * For a person who has lost authenticator and recovery codes and was identified by the deployment's own rules. An
 * account with a phone then uses SMS, and others only their password. Their sessions end.
 * @throws Refusal if the password is too short to be used without a second factor
 */
export async function forgetSecondFactor(
  tx: Tx,
  before: AccountRow,
  reason: string,
  by: Doer,
): Promise<'sms' | 'none'> {
  const hasPhone = before.type === 'customer' || before.type === 'merchant';
  if (!hasPhone && !before.password_long) {
    throw new Refusal(
      'two_factor_required',
      'The password is too short to be used without a second factor. The person must set a longer one first.',
    );
  }
  const method = hasPhone ? 'sms' : 'none';
  await tx.query(updateTwoFactor, [before.id, method, null, 0n]);
  await tx.query(deleteRecoveryCodes, [before.id]);
  await tx.query(revokeSessions, [before.id, 'two_factor_changed', null]);
  const change = { before: { two_factor: before.two_factor }, after: { two_factor: method } };
  await recordActs(tx, [{ ...by, action: 'account.second_factor_forgotten', target: before.id, reason, ...change }]);
  return method;
}
