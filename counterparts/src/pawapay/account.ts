import type { KeyObject } from 'node:crypto';
import type { Kit } from '../kit/kit.ts';
import { exponentOf } from '../kit/money.ts';
import type { Operator } from './operators.ts';
import type { Payment } from './payment.ts';
import type { KeyPair } from './signatures.ts';
import { type Kind, type Reason, reasonOf, type Verdict } from './verdicts.ts';

export type Availability = 'OPERATIONAL' | 'DELAYED' | 'CLOSED';

/** An account at pawaPay: its payments, wallets and keys. */
export type Account = {
  readonly kit: Kit;
  readonly token: string;
  readonly country: string;
  readonly operators: readonly Operator[];
  readonly payments: ReadonlyMap<string, Payment>;
  /** The keys that sign callbacks. The last one is in use. */
  readonly callbackKeys: KeyPair[];
  /** The public keys that our requests may be signed with, by their ids. */
  readonly requestKeys: Map<string, KeyObject>;
  /** The code with which the next accepted payment of a kind fails. */
  readonly failNext: Map<Kind, string>;
  availabilityOf(operator: Operator, kind: Kind): Availability;
  setAvailability(provider: string, kind: Kind, status: Availability): void;
  /** Minor units in the wallet that no open payout or refund has reserved. */
  available(currency: string): bigint;
  /** Stores a payment that was accepted and lets it run. Resolves when an early callback was answered. */
  accept(payment: Payment, verdict: Verdict): Promise<void>;
  /** Ends an open payment. */
  settle(payment: Payment, verdict: Verdict): Promise<void>;
  refundsOf(depositId: string): Payment[];
};

/** The answer to a first request that is refused for a reason of business, or null. */
export function refusalOf(
  account: Account,
  operator: Operator,
  kind: Kind,
  amount: bigint,
  currency: string,
): Reason | null {
  const [deposits, outgoing] = operator.decimals;
  const decimals = kind === 'deposit' ? deposits : outgoing;
  const exponent = exponentOf(currency);
  if (decimals === 0 && amount % 10n ** BigInt(exponent) !== 0n) {
    return reasonOf(
      'INVALID_AMOUNT',
      `The provider ${operator.code} only supports up to '${decimals}' decimal places in amount.`,
    );
  }
  const { min, max } = boundsOf(account, currency);
  if (amount < min || amount > max) {
    return reasonOf('AMOUNT_OUT_OF_BOUNDS', `The amount is outside of the limits of provider '${operator.code}'.`);
  }
  if (account.availabilityOf(operator, kind) === 'CLOSED') {
    return reasonOf('PROVIDER_TEMPORARILY_UNAVAILABLE', `The provider '${operator.code}' is currently not available.`);
  }
  if (kind !== 'deposit' && account.available(currency) < amount) return reasonOf('PAWAPAY_WALLET_OUT_OF_FUNDS');
  return null;
}

/** Minor units. POST /_control/settings {min_amount, max_amount} changes them, in units of the currency. */
export function boundsOf({ kit }: Account, currency: string): { min: bigint; max: bigint } {
  const unit = 10n ** BigInt(exponentOf(currency));
  return { min: BigInt(String(kit.settings.minAmount)) * unit, max: BigInt(String(kit.settings.maxAmount)) * unit };
}
