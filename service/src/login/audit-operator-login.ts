import type { AccountRow } from '../accounts/store.ts';
import { type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';

export type From = Pick<Doer, 'requestId' | 'address'>;

/** A change to how an operator logs in is a privileged act. Other people's logins are not audited. */
export async function auditOperatorLogin(
  tx: Tx,
  { id, type }: Pick<AccountRow, 'id' | 'type'>,
  { requestId, address }: From,
  change: { readonly action: string; readonly before?: object; readonly after?: object },
): Promise<void> {
  if (type !== 'operator') return;
  const actor = { type, id };
  await recordActs(tx, [
    { actor, target: id, ...(requestId ? { requestId } : {}), ...(address ? { address } : {}), ...change },
  ]);
}
