import type { FeeRate } from '../core/fee.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { selectRates } from './store.ts';

type Charged = Command<{ currency: string }>;

const free: FeeRate = { basisPoints: 0, fixed: 0n };
const keyOf = (merchant: string, livemode: boolean, currency: string) => `${merchant} ${livemode} ${currency}`;

/** The fee that each command's merchant pays in its currency; none if none is set. */
export async function findRates(
  tx: Tx,
  commands: readonly Charged[],
  chargedOn: 'payment' | 'payout',
): Promise<(command: Charged) => FeeRate> {
  const wanted = new Map(
    commands.map(({ caller: { owner, livemode }, input: { currency } }) => [
      keyOf(owner.id, livemode, currency),
      { merchantId: owner.id, livemode, currency },
    ]),
  );
  const rows = await selectRates(tx, [...wanted.values()], chargedOn);
  const rates = new Map(
    rows.map((row) => [
      keyOf(row.merchant_id, row.livemode, row.currency),
      { basisPoints: row.basis_points, fixed: row.fixed },
    ]),
  );
  return ({ caller, input }) => rates.get(keyOf(caller.owner.id, caller.livemode, input.currency)) ?? free;
}
