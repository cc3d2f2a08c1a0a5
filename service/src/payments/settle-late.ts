import { type CaseDraft, openCases } from '../cases/open-cases.ts';
import { lockSessions } from '../checkout-state/store.ts';
import { recordUnexpected } from '../checkout-state/unexpected.ts';
import { accountOf, available, type Book, move, openBook } from '../core/ledger.ts';
import { isFinal, type RailAnswer } from '../core/payment.ts';
import type { Database, Statement } from '../db/database.ts';
import type { RecordKey } from '../db/lock-each.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { openEvents } from '../events/emit.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { systemWallets } from '../wallets/system.ts';
import { reversePayment } from './correct-store.ts';
import { openPartners } from './splits/open-partners.ts';
import { shareDebtors, shareWallets } from './splits/post.ts';
import { reverseShares } from './splits/return.ts';
import { updateSplits } from './splits/store.ts';
import { findPayment, lockPayments, type PaymentRow } from './store.ts';
import { renderPayment } from './view.ts';

/** `nothing`: the answer says what is already known here, or the payment is not final yet. */
export type LateOutcome = 'nothing' | 'late_success' | 'reversed' | 'contradiction';

type LateWallets = { readonly clearing: string; readonly suspense: string; readonly receivable: string };

/**
 * Settles a rail's answer about a payment that is final here. The outcome that the merchant knows stays.
 *
 * - Success after a failure: the provider has the money, so it is posted to `suspense:<rail>`, and a case asks a person
 *   to return or assign it.
 * - A reversal after a success: the shares go back to the merchant's wallet, which pays the money back, and owes the
 *   part that it does not cover.
 * - A failure after a success: a case.
 *
 * It holds the payment's lock, so a repeated answer settles once.
 */
export async function settleLate(db: Database, key: RecordKey, answer: RailAnswer): Promise<LateOutcome> {
  const seen = await db.find<PaymentRow>(findPayment, key);
  if (!seen || !isFinal(seen.status) || answer.state === seen.status) return 'nothing';
  const walletOf = await lateWallets(db, seen);
  return transaction(db, async (tx) => {
    const payment = (await lockPayments(tx, [key])).rowOf(key.world, key.id)!;
    if (payment.status === 'failed' && answer.state === 'succeeded') {
      return suspend(tx, payment, answer, walletOf);
    }
    if (payment.status === 'succeeded' && answer.state === 'reversed') {
      return reverse(tx, payment, answer.failure.message, walletOf);
    }
    if (payment.status === 'succeeded' && answer.state === 'failed') {
      await openCases(tx, [caseOf('contradiction', payment, payment.amount, { provider_says: answer.failure })]);
      return 'contradiction';
    }
    return 'nothing';
  });
}

async function lateWallets(db: Database, { rail, currency, livemode, world }: PaymentRow): Promise<LateWallets> {
  const [owner] = await db.query<{ merchant: string }>(merchantOf, [world]);
  const roles = [`clearing:${rail}`, `suspense:${rail}`, `receivable:${owner!.merchant}`] as const;
  const find = await systemWallets(
    db,
    roles.map((role) => ({ role, currency, livemode })),
  );
  const [clearing, suspense, receivable] = roles.map((role) => find(role, currency, livemode));
  return { clearing: clearing!, suspense: suspense!, receivable: receivable! };
}

const merchantOf: Statement = {
  name: 'payments_merchant_of_world',
  text: `
    SELECT i.merchant_id AS merchant FROM worlds w JOIN integrations i ON i.id = w.integration_id WHERE w.id = $1`,
};

const lateCase: Statement = {
  name: 'payments_late_case',
  text: `SELECT FROM cases WHERE record = $1 AND kind = 'late_success' LIMIT 1`,
};

type Paid = Extract<RailAnswer, { readonly state: 'succeeded' }>;

/**
 * The case is the mark that the money is posted; a closed one counts too. Its receipt keeps the same money from being
 * posted again when the provider reports it as unasked.
 */
async function suspend(tx: Tx, payment: PaymentRow, answer: Paid, ends: LateWallets): Promise<LateOutcome> {
  const amount = answer.received?.amount ?? payment.amount;
  const [known] = await tx.query(lateCase, [payment.id]);
  if (known) return 'nothing';
  const { world, checkout_session: id } = payment;
  const session = id === null ? undefined : (await lockSessions(tx, [{ world, id }])).rowOf(world, id);
  const book = openBook(await lockWallets(tx, [ends.clearing, ends.suspense]));
  post(book, { kind: 'suspense', source: payment.id, from: ends.clearing, to: ends.suspense, amount });
  writeBook(tx, book);
  const facts = {
    ...{ failure: payment.failure, customer: payment.customer, merchant_amount: payment.amount.toString() },
    rail_reference: answer.railReference,
    ...(session ? { checkout_session: session.id, proposal: 'return the money: the session is not paid by it' } : {}),
  };
  await openCases(tx, [caseOf('late_success', payment, amount, facts)]);
  if (session) {
    const events = await openEvents(tx, [payment]);
    events.emit([recordUnexpected(tx, session, { ...payment, received: amount }, 'late')]);
  }
  return 'late_success';
}

async function reverse(tx: Tx, payment: PaymentRow, why: string, ends: LateWallets): Promise<LateOutcome> {
  if (payment.reversed_at !== null) return 'nothing';
  const [events, wallets] = await Promise.all([
    openEvents(tx, [payment]),
    lockWallets(tx, [payment.wallet_id, ends.clearing, ends.receivable, ...shareWallets(payment)]),
  ]);
  const book = openBook(wallets);
  const partners = await openPartners(tx, shareDebtors([payment]));
  const split = reverseShares(book, payment, partners, BigInt(Date.now()) * 1000n);
  const free = available(accountOf(book, payment.wallet_id));
  const covered = free < payment.amount ? (free > 0n ? free : 0n) : payment.amount;
  const owed = payment.amount - covered;
  const base = { kind: 'reversal', source: payment.id, to: ends.clearing } as const;
  if (covered > 0n) post(book, { ...base, from: payment.wallet_id, amount: covered });
  if (owed > 0n) post(book, { ...base, from: ends.receivable, amount: owed });
  writeBook(tx, book);
  const now = new Date();
  const next = { ...payment, split, reversed_at: now, updated_at: now, version: payment.version + 1 };
  reversePayment(tx, next);
  updateSplits(tx, [next]);
  partners.write();
  if (owed > 0n) await openCases(tx, [caseOf('uncovered_reversal', payment, owed, { provider_says: why })]);
  const { world, livemode } = payment;
  const previous = JSON.stringify({ reversed_at: null });
  events.emit([{ world, livemode, type: 'payment.reversed', at: now, object: renderPayment(next), previous }]);
  return 'reversed';
}

type Late = Omit<Parameters<typeof move>[1], 'at' | 'settling'>;

/** The provider has moved the money already, so no freeze or limit stops it. */
function post(book: Book, movement: Late): void {
  const refusal = move(book, { ...movement, at: BigInt(Date.now()) * 1000n, settling: true });
  if (refusal) throw new Error(`the late settlement of ${movement.source} was refused: ${refusal}`);
}

function caseOf(
  kind: CaseDraft['kind'],
  { id, rail, world, livemode, currency }: PaymentRow,
  amount: bigint,
  facts: CaseDraft['facts'],
): CaseDraft {
  return { kind, rail, record: id, world, livemode, amount, currency, facts };
}
