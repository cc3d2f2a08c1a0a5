import type { Outcome } from '../kit/outcome.ts';
import type { Wallet } from './wallet.ts';

export type Session = {
  readonly id: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly reference: string | null;
  readonly restrictedTo: string | null;
  readonly merchant: string | null;
  readonly successUrl: string;
  readonly errorUrl: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  checkout: 'open' | 'complete' | 'expired';
  payment: 'processing' | 'cancelled' | 'succeeded';
  transaction: string | null;
  error: { readonly code: string; readonly message: string } | null;
  completedAt: number | null;
  payer: string | null;
  isRefunded: boolean;
};

/** docs.wave.com, "Payment failures": the code of an attempt. The other outcomes are no attempt, or succeed. */
const failures: Readonly<Partial<Record<Outcome, readonly [code: string, message: string]>>> = {
  insufficient_funds: ['insufficient-funds', 'The customer has insufficient funds.'],
  declined: ['blocked-account', 'The customer used a blocked account.'],
  limit: ['kyb-limits-exceeded', 'The business has exceeded its account limits.'],
  not_found: ['payment-failure', 'A technical error occurred.'],
  unavailable: ['payment-failure', 'A technical error occurred.'],
};

/** @returns the session as the API and the webhooks show it */
export function viewSession(wallet: Wallet, session: Session): Record<string, unknown> {
  const { id, transaction } = session;
  const query = `a=${wallet.amount(session.amount)}&c=${wallet.currency}&m=${encodeURIComponent(wallet.businessName)}`;
  return {
    id,
    amount: wallet.shownAmount(session.amount),
    checkout_status: session.checkout,
    client_reference: session.reference,
    currency: wallet.currency,
    error_url: session.errorUrl,
    last_payment_error: session.error,
    business_name: wallet.businessName,
    payment_status: session.payment,
    success_url: session.successUrl,
    wave_launch_url: `${wallet.kit.url}/c/${id}?${query}`,
    when_completed: session.completedAt === null ? null : wallet.time(session.completedAt),
    when_created: wallet.time(session.createdAt),
    when_expires: wallet.time(session.expiresAt),
    transaction_id: transaction,
    aggregated_merchant_id: session.merchant,
    restrict_payer_mobile: session.restrictedTo,
  };
}

/** Ends an open session whose time is over. Every look at a session goes through here. */
export function refreshed(wallet: Wallet, session: Session): Session {
  if (session.checkout === 'open' && wallet.kit.now() >= session.expiresAt) expire(session);
  return session;
}

export function expire(session: Session): void {
  session.checkout = 'expired';
  session.payment = 'cancelled';
}

/**
 * The customer tries to pay.
 * @param phone null: the phone that the session is restricted to, or some customer
 * @returns true if the money moved
 */
export async function attempt(
  wallet: Wallet,
  session: Session,
  phone: string | null,
  outcome: Outcome,
): Promise<boolean> {
  if (refreshed(wallet, session).checkout !== 'open') return false;
  const failure =
    phone !== null && session.restrictedTo !== null && phone !== session.restrictedTo
      ? (['payer-mobile-mismatch', 'The payer is not the one that the session is restricted to.'] as const)
      : failures[outcome];
  if (!failure) {
    await pay(wallet, session, phone);
    return true;
  }
  session.error = { code: failure[0], message: failure[1] };
  session.payment = 'cancelled';
  await wallet.webhooks.send(session.reference ?? '', 'checkout.session.payment_failed', viewSession(wallet, session));
  return false;
}

/** Moves the money, whatever the session's state: control lets a payment succeed after the session's end. */
export async function pay(wallet: Wallet, session: Session, phone: string | null): Promise<void> {
  const { kit, currency } = wallet;
  session.checkout = 'complete';
  session.payment = 'succeeded';
  session.error = null;
  session.transaction = wallet.newCode('T');
  session.completedAt = kit.now();
  session.payer = phone ?? session.restrictedTo;
  const { id, amount, reference, transaction } = session;
  kit.books.post({ reference: reference ?? '', operation: transaction, kind: 'collection', amount, currency });
  wallet.statement.add({
    type: 'api_checkout',
    id: transaction,
    amount,
    fee: 0n,
    mobile: session.payer,
    reference,
    session: id,
  });
  await wallet.webhooks.send(reference ?? '', 'checkout.session.completed', viewSession(wallet, session));
}

/**
 * Gives the whole amount back.
 * @param reference our id of the refund, or of the payment if the caller gave none
 */
export function giveBack(wallet: Wallet, session: Session, reference: string, kind: 'refund' | 'reversal'): void {
  const { kit, currency } = wallet;
  const operation = wallet.newCode('T');
  session.isRefunded = true;
  kit.books.post({ reference, operation, kind, amount: -session.amount, currency });
  wallet.statement.add({
    type: 'api_checkout_refund',
    id: operation,
    amount: -session.amount,
    fee: 0n,
    mobile: session.payer,
    reference: session.reference,
    session: session.id,
  });
}
