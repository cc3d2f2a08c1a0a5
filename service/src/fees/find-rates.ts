import type { FeeSchedule } from '../core/fee.ts';
import { type Schedules, scheduleFor } from '../core/fee-schedules.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { selectRates } from './store.ts';
import { schedulesOf } from './stored-schedules.ts';

type Charged = Command<{ currency: string }>;

/** The fees of a command on a rail; null for a rail that is not known yet. */
export type RateOf<C> = (command: C, rail: string | null) => FeeSchedule;

const none: Schedules = new Map();
const keyOf = (merchant: string, livemode: boolean, currency: string) => `${merchant} ${livemode} ${currency}`;

/** The fee that each command's merchant pays in its currency; none if none is set. */
export async function findRates(
  tx: Tx,
  commands: readonly Charged[],
  chargedOn: 'payment' | 'payout',
): Promise<RateOf<Charged>> {
  const wanted = new Map(
    commands.map(({ caller: { owner, livemode }, input: { currency } }) => [
      keyOf(owner.id, livemode, currency),
      { merchantId: owner.id, livemode, currency },
    ]),
  );
  const rows = await selectRates(tx, [...wanted.values()], chargedOn);
  const rates = new Map(rows.map((row) => [keyOf(row.merchant_id, row.livemode, row.currency), schedulesOf(row)]));
  return ({ caller, input }, rail) =>
    scheduleFor(rates.get(keyOf(caller.owner.id, caller.livemode, input.currency)) ?? none, rail).tiers;
}
