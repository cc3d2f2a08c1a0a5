import type { People } from '../accounts/people.ts';
import { lockSessionsOf } from '../checkout-state/end-attempts.ts';
import type { ChargeEnds } from '../core/charge.ts';
import { accountOf, type Book, type LedgerRefusal, limitBreach, openBook } from '../core/ledger.ts';
import type { Tx } from '../db/transaction.ts';
import { openEvents } from '../events/emit.ts';
import type { HoldRow } from '../holds/store.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { type Right, spendCode } from '../two-factor/use-code.ts';
import { openChargeWallets, walletsOf } from '../wallets/charge-wallets.ts';
import { holdOf, holdPayment, writeHolds } from './capture/hold.ts';
import { type CodeFrom, checkWaiting, lockAsked, needsCode } from './customer-payment.ts';
import { advanceRow, grossOf, paymentEvents, postPayment } from './settle.ts';
import { openPartners, type Partners } from './splits/open-partners.ts';
import { shareDebtors, shareWallets } from './splits/post.ts';
import { updateSplits } from './splits/store.ts';
import { type CustomerPaymentRow, endPayments } from './store.ts';
import { renderRequest } from './view.ts';

/** `proof`: a one-time code that was checked and is not yet spent. */
export type ApproveInput = { readonly id: string; readonly proof: Right | null };
export type ApproveOptions = { readonly people: People; readonly codeFrom: CodeFrom };

/**
 * Pays payments from their customers' wallets, each once. It locks the payment, which the customer's refusal, a
 * cancellation and the worker that sees it expire also lock, and then the wallets. A refusal leaves the payment
 * waiting.
 * @returns for each the serialised Payment request, or the refusal
 * @throws Refusal if another request spent a code meanwhile: the batch is rolled back, and each command is tried alone
 */
export async function approvePayments(
  tx: Tx,
  commands: Command<ApproveInput>[],
  { people, codeFrom }: ApproveOptions,
): Promise<(string | Refusal)[]> {
  const payments = await lockAsked(tx, commands);
  const now = new Date();
  const waiting = payments.rows.filter((row) => checkWaiting(row, now) === null);
  const sessions = await lockSessionsOf(tx, waiting);
  const endsOf = await openChargeWallets(tx, waiting, (row) => row);
  const wallets = waiting.flatMap((row) => [
    ...[row.wallet_id, row.payer_wallet_id!, ...walletsOf(endsOf(row)), ...shareWallets(row)],
  ]);
  const [events, accounts] = await Promise.all([openEvents(tx, waiting), lockWallets(tx, wallets)]);
  const book = openBook(accounts);
  const partners = await openPartners(tx, shareDebtors(waiting));
  const changed: CustomerPaymentRow[] = [];
  const held: HoldRow[] = [];
  const results: (string | Refusal)[] = [];
  for (const command of commands) {
    const { caller, input } = command;
    const row = payments.rowOf(command);
    const refusal = row
      ? (checkWaiting(row, now) ??
        checkPayer(book, row, caller.owner.id) ??
        checkProof(row, input.proof, codeFrom) ??
        pay(book, row, { ends: endsOf(row), partners }, now))
      : new Refusal('not_found');
    if (refusal) {
      results.push(refusal);
      continue;
    }
    // The code is spent last, so that a payment that cannot be made leaves it valid.
    if (input.proof) await spendCode(tx, people, input.proof);
    const next = advanceRow(row!, { state: 'succeeded', railReference: null }, now)!;
    payments.replace(next);
    changed.push(next);
    if (next.status === 'requires_capture') held.push(holdOf(next, next.payer_wallet_id!, now));
    results.push(renderRequest(next, codeFrom));
  }
  endPayments(tx, changed);
  writeHolds(tx, held, now);
  updateSplits(tx, changed);
  partners.write();
  writeBook(tx, book);
  events.emit([...paymentEvents(payments.rows, changed), ...sessions.end(changed)]);
  return results;
}

/** The phone identifies the customer of a payment. The money must still come from that customer's own wallet. */
function checkPayer(book: Book, row: CustomerPaymentRow, customer: string): Refusal | null {
  const { ownerType, ownerId } = accountOf(book, row.payer_wallet_id!);
  return ownerType === 'customer' && ownerId === customer ? null : new Refusal('not_found');
}

function checkProof(row: CustomerPaymentRow, proof: Right | null, codeFrom: CodeFrom): Refusal | null {
  if (proof) {
    return proof.row.data.payment === row.id
      ? null
      : new Refusal('challenge_expired', 'The challenge is for another payment');
  }
  if (!needsCode(codeFrom, row)) return null;
  const message = `Approving this payment needs a one-time code. POST /payments/${row.id}/challenge sends it.`;
  return new Refusal('two_factor_required', message);
}

type Ends = { readonly ends: ChargeEnds; readonly partners: Partners };

function pay(book: Book, row: CustomerPaymentRow, { ends, partners }: Ends, at: Date): Refusal | null {
  const from = row.payer_wallet_id!;
  const refusal =
    row.capture_before === null
      ? postPayment(book, row, { from, ends, at, settling: false, partners })
      : holdPayment(book, row, from, at);
  return refusal && explain(refusal, book, row, at);
}

function explain(refusal: LedgerRefusal, book: Book, row: CustomerPaymentRow, at: Date): Refusal {
  const payer = accountOf(book, row.payer_wallet_id!);
  if (refusal === 'wallet_frozen') {
    return new Refusal(
      refusal,
      payer.frozen ? 'Your wallet is frozen' : 'The merchant cannot receive money at present',
    );
  }
  if (refusal === 'wallet_closed') {
    return new Refusal(
      refusal,
      payer.closed ? 'Your wallet is closed' : 'The merchant can no longer receive this payment',
    );
  }
  const breach = limitBreach(book, grossOf(row, payer.wallet, at));
  if (breach?.end !== 'from') return new Refusal(refusal);
  const { limit, maximum, remaining } = breach;
  const left = `The ${limit} limit is ${maximum} ${payer.currency}; ${remaining} is left.`;
  const message =
    refusal === 'kyc_required'
      ? 'You must verify your identity first'
      : `This payment would exceed your limit. ${left}`;
  return new Refusal(refusal, message, { facts: { limit, maximum, remaining } });
}
