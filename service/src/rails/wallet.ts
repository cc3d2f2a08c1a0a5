import { approvalExpired, failed, type RailAnswer } from '../core/payment.ts';
import type { Capabilities, Collection, Rail } from './rail.ts';

/**
 * Pays from the customer's wallet here, once they approve the payment in their app. It keeps no state: approval,
 * cancellation and expiry compete for the payment's row, and the money moves under its lock (`payments/approve.ts`,
 * `refunds/settle.ts`).
 */
export function walletRail(now: () => number = Date.now): Rail {
  const standing = (collection: Collection): RailAnswer => {
    if (collection.payerWallet === null && !collection.hidesPayer) {
      return failed('customer_not_found', 'No customer with this phone has a wallet here in this currency.');
    }
    if (collection.expiresAt.getTime() <= now()) return approvalExpired;
    return {
      state: 'requires_action',
      nextAction: {
        type: 'in_app',
        expires_at: collection.expiresAt.toISOString(),
        instructions: 'Approve the payment in your wallet app.',
        redirect_url: null,
      },
    };
  };
  return {
    name: 'wallet',
    capabilities: () => capabilities,
    collect: async (collection) => standing(collection),
    check: async (collection) => standing(collection),
    withdraw: async () => true,
    refund: async () => ({ state: 'succeeded', railReference: null }),
    checkRefund: async () => ({ state: 'succeeded', railReference: null }),
    // A payout item to a wallet here is settled in the books without a rail (`payouts/settle-portion.ts`).
  };
}

const capabilities: Capabilities = {
  decimals: 3,
  collect: {
    deduplicates: true,
    arrivalMs: 0,
    flow: 'in_app',
    minimum: null,
    maximum: null,
    approvalMs: 5 * 60_000,
    needsCode: false,
    settlesLate: false,
  },
  refund: { deduplicates: true, arrivalMs: 0, parts: 'part', days: null },
  payout: null,
};
