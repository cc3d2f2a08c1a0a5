import { type AccountRow, selectAccount } from '../accounts/store.ts';
import type { Tx } from '../db/transaction.ts';
import type { IntegrationRow } from '../integrations/store.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { lockApproval } from './store.ts';

/**
 * Live keys are visible only to the merchant's people in the live world: a test login proves nothing, because everybody
 * knows its code.
 */
export const seesLive = ({ kind, livemode }: Caller) => kind === 'merchant' && livemode;

/**
 * @throws Refusal unless the caller may make live keys of this integration. `live`: whether this deployment has a live
 * world
 */
export async function checkLive(tx: Tx, caller: Caller, integration: IntegrationRow, live: boolean): Promise<void> {
  const forbid = (message: string) => new Refusal('forbidden_account_type', message);
  if (caller.kind !== 'merchant') throw forbid("Only the merchant's own people can create live keys");
  if (!live) throw forbid('This deployment is a sandbox. It has no live keys.');
  if (!caller.livemode) throw forbid('Log in to live mode to create live keys');
  const [approval] = await tx.query<{ live_approved_at: Date | null }>(lockApproval, [integration.merchant_id]);
  if (!approval?.live_approved_at) throw forbid('The merchant is not approved for live mode');
  const [account] = await tx.query<AccountRow>(selectAccount, [caller.id]);
  if (account!.two_factor === 'none')
    throw new Refusal('two_factor_required', 'Turn on a second factor before you create live keys');
}
