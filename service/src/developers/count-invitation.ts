import { countInWindow, DAY_S, HOUR_S } from '../accounts/count-in-window.ts';
import type { People } from '../accounts/people.ts';
import { subjectOf, tooManyAttempts } from '../accounts/throttle.ts';
import { countAddress } from '../core/count-address.ts';
import { networkOf } from '../core/network.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { quotaExceeded } from '../tenancy/quotas/refuse.ts';

/** To one address, from all inviters. */
const MOST_TO_ADDRESS = 5;
/** From one merchant, even if they are withdrawn. */
const MOST_OF_MERCHANT = 60;
/** From one network, which may hold many merchants. */
const MOST_OF_NETWORK = 120;

export type Invited = { readonly email: string; readonly merchantId: string; readonly integrationId: string };

/**
 * Counts an invitation by address, merchant, network and in total, because it is e-mail to people who did not ask for
 * it. The total is counted last, so that a refused invitation does not use it up.
 * @throws Refusal too_many_attempts, quota_exceeded
 */
export async function countInvitation(
  tx: Tx,
  people: Pick<People, 'secrets' | 'invitations'>,
  { caller, address }: Command<unknown>,
  { email, merchantId, integrationId }: Invited,
): Promise<void> {
  const { perHour, perDayInTest, perNetwork } = people.invitations;
  const subject = (...parts: string[]) => subjectOf(people.secrets.subjectKey, 'send', ...parts);
  const count = async (by: Buffer, most: number, whose: string) => {
    const wait = await countInWindow(tx, { subject: by, most, seconds: HOUR_S });
    if (wait !== null)
      throw tooManyAttempts(wait, `At most ${most} invitations per hour ${whose}. Wait ${wait} seconds.`);
  };
  await count(subject('invitation', countAddress(email)), MOST_TO_ADDRESS, 'can be sent to one address');
  if (!caller.livemode && perDayInTest !== null) {
    const window = { subject: subject('emails', integrationId), most: perDayInTest, seconds: DAY_S };
    const wait = await countInWindow(tx, window);
    if (wait !== null)
      throw quotaExceeded(
        `${perDayInTest} invitations within 24 hours`,
        'TEST_EMAILS_PER_DAY',
        'Wait and try again.',
        wait,
      );
  }
  await count(subject('invitations', merchantId), MOST_OF_MERCHANT, 'can be sent for one merchant');
  if (perNetwork && address !== undefined)
    await count(subject('invitations', 'network', networkOf(address)), MOST_OF_NETWORK, 'can be sent from one network');
  await count(subject('invitations', 'all'), perHour, 'can be sent in total');
}
