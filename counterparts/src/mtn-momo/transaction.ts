import type { Kind } from './kinds.ts';
import type { Order } from './order.ts';

export type Transaction = {
  readonly kind: Kind;
  readonly order: Order;
  /** For a refund: the collection that it gives back, if there is one. */
  readonly original: Transaction | undefined;
  status: 'PENDING' | 'SUCCESSFUL' | 'FAILED';
  reason: string | null;
  financialTransactionId: string | null;
  /** For a collection: minor units that went back. */
  refunded: bigint;
};
