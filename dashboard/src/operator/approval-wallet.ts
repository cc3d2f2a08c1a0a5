import type { Approval } from '../../../contract/src/approvals.ts';
import { useRead } from '../world/read.ts';

/** The id of the approval's wallet; empty if it has none, as a return of money in suspense. */
export const walletIn = ({ payload }: Pick<Approval, 'payload'>): string =>
  'wallet' in payload ? (payload.wallet ?? '') : '';

/** The wallet of the approval; it has the currency and the balance. A new operator has no wallet. */
export function useWalletOf({ payload }: Approval) {
  const id = walletIn({ payload });
  return useRead('/operator/wallets/{id}', { params: { id }, enabled: id !== '' });
}
