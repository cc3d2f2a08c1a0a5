import type { FeeQuote, quoteFee as quoteRoute } from '../../../contract/src/fees.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { CurrencyRule } from '../config/config.ts';
import { chargeOf as borneOf, sentOf } from '../core/fee-bearer.ts';
import { toMinor } from '../core/money.ts';
import type { Database } from '../db/database.ts';
import { checkCurrency } from '../http/check-currency.ts';
import { toJson } from '../http/serialise.ts';
import type { Caller } from '../kernel/command.ts';
import { invalidField } from '../kernel/refusal.ts';
import type { Rails } from '../rails/rail.ts';
import { mayName } from '../rails/route.ts';
import { checkCharge } from './check-charge.ts';
import { quoteCharges } from './quote-charges.ts';
import { ruleOnRefund } from './rule-on-refund.ts';
import { MARGIN_MS } from './set-fee.ts';
import { renderTier } from './stored-schedules.ts';

export type QuoteDeps = {
  readonly rails: Rails;
  readonly currencies: ReadonlyMap<string, CurrencyRule>;
  /** How long a quote binds. */
  readonly feeQuoteSeconds: number;
};

/**
 * The fee of one payment or payout item of the caller's merchant. A quote is not kept: it binds because no change of
 * the fee starts before `valid_until`.
 */
export async function quoteFee(
  db: Database,
  { world, livemode, owner }: Caller,
  input: QueryOf<typeof quoteRoute>,
  { rails, currencies, feeQuoteSeconds }: QuoteDeps,
): Promise<string> {
  const { kind, currency, rail = null } = input;
  if (input.bearer === (kind === 'payout' ? 'payer' : 'receiver'))
    throw invalidField('bearer', 'not_together', { other: `kind "${kind}"` });
  checkCurrency(currency, currencies);
  if (rail !== null && !mayName(rails, rail, { livemode, merchant: owner.id }))
    throw invalidField('rail', 'unusable_rail');
  const asked = toMinor(input.amount);
  const { at, chargeOf, bearer: usual } = await quoteCharges(db, { world, currency, kind, amount: asked });
  const bearer = input.bearer ?? (kind === 'payment' ? usual : 'merchant');
  const { fee, tax, tier, schedule } = chargeOf(rail);
  const money = kind === 'payment' ? paymentMoney(asked, fee + tax, bearer) : itemMoney(asked, fee + tax, bearer);
  const answer: FeeQuote = {
    ...{ object: 'fee_quote', livemode, kind, amount: asked, currency, rail, fee, tax },
    ...money,
    bearer,
    tier: renderTier(tier),
    tax_basis_points: tier.taxBasisPoints ?? 0,
    fee_on_refund: ruleOnRefund(
      tier,
      bearer === 'payer' ? 'payer' : 'merchant',
      rail === null ? undefined : rails.get(rail),
    ),
    tier_rail: schedule.rail,
    valid_until: boundOf(at, feeQuoteSeconds, schedule.changesAt).toISOString(),
  };
  return toJson(answer);
}

type Bearer = FeeQuote['bearer'];

/** @param onTop the fee and its tax */
function paymentMoney(asked: bigint, onTop: bigint, bearer: Bearer) {
  const by = bearer === 'payer' ? 'payer' : 'merchant';
  const refusal = checkCharge(asked, onTop, by);
  if (refusal) throw refusal;
  const total = borneOf(asked, onTop, by).amount;
  return { total, net: total - onTop };
}

/** @param onTop the fee and its tax */
function itemMoney(asked: bigint, onTop: bigint, bearer: Bearer) {
  const net = sentOf(asked, onTop, bearer === 'receiver' ? 'receiver' : 'merchant');
  if (net <= 0n) throw invalidField('amount', 'fee_takes_all', { fee: onTop });
  return { total: net + onTop, net };
}

/** A quote ends a margin before a change that waits: a request under way at the change has the new fee. */
function boundOf(at: Date, seconds: number, changesAt: Date | null): Date {
  const bound = at.getTime() + seconds * 1000;
  const before = changesAt === null ? bound : Math.max(changesAt.getTime() - MARGIN_MS, at.getTime());
  return new Date(Math.min(bound, before));
}
