import type { Outcome } from '../kit/outcome.ts';
import type { Setting } from '../kit/server.ts';
import type { Product } from './access.ts';
import { callbackOf } from './callback.ts';
import { type Kind, kinds } from './kinds.ts';
import type { Order } from './order.ts';
import { codesOfPayers, codesOfRecipients, type Plan } from './plan.ts';
import type { Transaction } from './transaction.ts';
import { viewOf } from './view.ts';

export type Transactions = {
  find(product: Product, id: string): Transaction | undefined;
  /** Accepts an order. Await it: the callback may have to come before the answer. */
  accept(product: Product, kind: Kind, order: Order, plan: Exclude<Plan, { does: 'refuse' }>): Promise<void>;
  /** The body of a state query and of a callback. */
  view(transaction: Transaction): Record<string, unknown>;
  /** Takes a payout or refund back after its success. The API has no such state. @returns false if there is none */
  reverse(reference: string): boolean;
};

const EXPIRED = 'EXPIRED';
/** The form of the operator's financial transaction ids. */
const FIRST_FINANCIAL_ID = 363_440_463;

/** Our account at the provider and everything that moves on it. Ids are unique within a product. */
export function openTransactions({ kit, currency }: Setting, exponent: number): Transactions {
  const byId = new Map<string, Transaction>();
  const byReference = new Map<string, Transaction>();
  let financialId = FIRST_FINANCIAL_ID;
  const find = (product: Product, id: string) => byId.get(`${product} ${id.toLowerCase()}`);
  const view = (transaction: Transaction) => viewOf(transaction, kit.settings, exponent);

  const book = ({ kind, order, original }: Transaction) => {
    const { externalId: reference, id: operation, amount } = order;
    const { direction, booked } = kinds[kind];
    if (original) original.refunded += amount;
    kit.books.post({ reference, operation, kind: booked, amount: direction === 'in' ? amount : -amount, currency });
    const fee = BigInt(String(kit.settings.payoutFee));
    if (direction === 'out' && fee > 0n)
      kit.books.post({ reference, operation: `${operation}-fee`, kind: 'fee', amount: -fee, currency });
  };

  const settle = (transaction: Transaction, code: string | null) => {
    const isLate = transaction.status === 'FAILED' && transaction.reason === EXPIRED && code === null;
    if (transaction.status !== 'PENDING' && !isLate) return;
    const refundFails = kit.outcomeOf(transaction.original?.order.party?.partyId ?? '') === 'refund_fails';
    transaction.reason = code ?? obstacleOf(transaction, kit.books.balance(currency), refundFails);
    transaction.status = transaction.reason === null ? 'SUCCESSFUL' : 'FAILED';
    if (transaction.reason === null) {
      transaction.financialTransactionId = String(financialId++);
      book(transaction);
    }
    const callback = callbackOf(transaction, view(transaction), kit.settings, exponent);
    if (callback) void kit.callbacks.send(callback);
  };

  kit.onAnswer((reference, outcome) => {
    const transaction = byReference.get(reference);
    if (!transaction) return false;
    const { status } = transaction;
    settle(transaction, codeOf(transaction.kind, outcome));
    return transaction.status !== status;
  });

  return {
    find,
    accept: async (product, kind, order, plan) => {
      const original = kind === 'refund' ? find('collection', order.referenceIdToRefund!) : undefined;
      const fresh = { status: 'PENDING', reason: null, financialTransactionId: null, refunded: 0n } as const;
      const transaction: Transaction = { kind, order, original, ...fresh };
      byId.set(`${product} ${order.id}`, transaction);
      byReference.set(order.externalId, transaction);
      const settled = (code: string | null) => () => settle(transaction, code);
      if (plan.does === 'settle') return kit.later(order.externalId, plan.afterMs, settled(plan.code));
      if (plan.expiresAfterMs !== null) kit.at(kit.now() + plan.expiresAfterMs, settled(EXPIRED));
    },
    view,
    reverse: (reference) => {
      const transaction = byReference.get(reference);
      if (transaction?.status !== 'SUCCESSFUL' || kinds[transaction.kind].direction === 'in') return false;
      const { id, amount } = transaction.order;
      kit.books.post({ reference, operation: `${id}-reversal`, kind: 'reversal', amount, currency });
      return true;
    },
  };
}

/** @returns the code of what keeps money from going out; null where nothing does */
function obstacleOf({ kind, order, original }: Transaction, float: bigint, refundFails: boolean): string | null {
  const { direction } = kinds[kind];
  if (direction === 'in') return null;
  if (direction === 'back') {
    if (!original) return 'RESOURCE_NOT_FOUND';
    if (original.status !== 'SUCCESSFUL') return 'NOT_ALLOWED';
    if (original.refunded + order.amount > original.order.amount) return 'NOT_ALLOWED';
    if (refundFails) return 'INTERNAL_PROCESSING_ERROR';
  }
  return float < order.amount ? 'NOT_ENOUGH_FUNDS' : null;
}

function codeOf(kind: Kind, outcome: Outcome): string | null {
  const codes = kinds[kind].direction === 'in' ? codesOfPayers : codesOfRecipients;
  return codes[outcome] ?? null;
}
