import { type AccountRow, revokeSessions } from '../accounts/store.ts';
import { type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { deleteRecoveryCodes, updateTwoFactor } from '../two-factor/store.ts';

/**
 * For somebody who has lost authenticator and recovery codes and was found to be who they are, by the deployment's own rules.
 * Whoever is named by a phone has an SMS from then on, others their password alone. Their sessions end.
 * @throws Refusal where a password is too short to stand alone
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
