import type { PaymentBearer } from '../../../contract/src/fee-bearer.ts';
import type { createPayment } from '../../../contract/src/payments.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import type { FeeSchedule } from '../core/fee.ts';
import { chargeBy } from '../core/fee-tax.ts';
import { toMinor } from '../core/money.ts';
import type { Database } from '../db/database.ts';
import type { RateOf } from '../fees/find-rates.ts';
import { quoteCharges } from '../fees/quote-charges.ts';
import type { Command } from '../kernel/command.ts';
import { invalidField, type Refusal } from '../kernel/refusal.ts';

type Asked = Pick<InputOf<typeof createPayment>, 'amount' | 'currency' | 'fee_bearer' | 'capture' | 'split'>;

/** A fee on top of the amount is known at the creation only for a payment that is taken whole, and by one merchant. */
export function checkBearer({ input }: Command<Pick<Asked, 'fee_bearer' | 'capture' | 'split'>>): Refusal | null {
  if (input.fee_bearer !== 'payer') return null;
  if (input.capture === 'manual') return invalidField('fee_bearer', 'not_together', { other: 'capture "manual"' });
  return input.split == null ? null : invalidField('fee_bearer', 'not_together', { other: 'split' });
}

/** The amount that the payer gives on each rail. Undefined: the merchant bears the fee, so all rails have the same. */
export async function findCharges(
  db: Database,
  { caller, input }: Command<Asked>,
  bearer: PaymentBearer,
): Promise<((rail: string) => bigint) | undefined> {
  if (bearer !== 'payer') return undefined;
  const amount = toMinor(input.amount);
  const quoted = { world: caller.world, currency: input.currency, kind: 'payment', amount } as const;
  const { chargeOf } = await quoteCharges(db, quoted);
  return (rail) => chargeOf(rail).total;
}

/** The fee and its tax. */
function onTop(asked: bigint, schedule: FeeSchedule): bigint {
  const { fee, tax } = chargeBy(asked, schedule);
  return fee + tax;
}

/**
 * The rails that may collect the payment. If its payer bears the fee, those with another fee than the first are left
 * out, because the payer has seen the amount of the first.
 */
export function keepCharge<Input extends Asked>(
  command: Command<Input>,
  route: readonly string[],
  { bearer, rateOf }: { readonly bearer: PaymentBearer; readonly rateOf: RateOf<Command<Input>> },
): readonly string[] {
  if (bearer !== 'payer' || route.length === 1) return route;
  const asked = toMinor(command.input.amount);
  const fees = route.map((rail) => onTop(asked, rateOf(command, rail)));
  return route.filter((_, i) => fees[i] === fees[0]);
}
