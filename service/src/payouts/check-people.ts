import { decisions, moneyChanges } from '../../../contract/src/member-rights.ts';
import { type AccountRow, selectAccount } from '../accounts/store.ts';
import type { Tx } from '../db/transaction.ts';
import { findOwn } from '../integrations/own.ts';
import { type IntegrationRow, selectIntegration } from '../integrations/store.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { checkIndependent } from './check-independent.ts';

/** A payout or a schedule of payouts, on which a person decides. */
export type Decided = {
  readonly integration: string;
  readonly livemode: boolean;
  readonly kind: 'payout' | 'schedule';
};

const wayOut = {
  payout: 'The payout can only be rejected.',
  schedule: 'Another person must change the schedule before you approve it.',
};

/** The account of the person who decides. @throws Refusal if they may not */
export async function checkDecider(tx: Tx, caller: Caller, { integration, livemode }: Decided): Promise<AccountRow> {
  await findOwn(tx, caller, integration, decisions);
  // Read from the database: a node's cache may learn of a suspension ten seconds late.
  const [decider] = await tx.query<AccountRow>(selectAccount, [caller.id]);
  if (!decider || decider.suspended_at) throw new Refusal('account_suspended');
  if (livemode && decider.two_factor === 'none')
    throw new Refusal('two_factor_required', 'Turn on a second factor before you decide on live payouts');
  return decider;
}

/** A merchant's person has an account in each world, and may act in the test world with both. */
export const isSamePerson = (one: AccountRow, other: AccountRow): boolean =>
  one.id === other.id || (one.type === other.type && one.identifier === other.identifier);

/** @throws Refusal if the maker does not count as one of two people */
export async function checkMaker(tx: Tx, maker: AccountRow, decider: AccountRow, decided: Decided): Promise<void> {
  const { integration, kind } = decided;
  if (maker.suspended_at)
    throw new Refusal('account_suspended', `The person who made this ${kind} is now suspended. ${wayOut[kind]}`);
  await checkIndependent(tx, integration, maker.id, decider.id);
  // The merchant's own people never lose that role.
  if (maker.type !== 'developer') return;
  const [standing] = await tx.query<IntegrationRow>(selectIntegration.developer, [maker.id, integration]);
  if (!standing?.role || !moneyChanges.test.includes(standing.role))
    throw new Refusal(
      'forbidden_account_type',
      `The person who made this ${kind} may no longer make payouts here. ${wayOut[kind]}`,
    );
}
