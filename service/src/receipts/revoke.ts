import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { type ReceiptRow, revokeReceiptStatement } from './store.ts';
import { type ReceiptAddresses, renderReceipt } from './view.ts';

/** Revokes receipts. A repeated request changes nothing. */
export function revokeReceipts(
  tx: Tx,
  commands: Command<{ id: string }>[],
  addresses: ReceiptAddresses,
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async ({ caller, input }) => {
    const [row] = await tx.query<ReceiptRow>(revokeReceiptStatement, [caller.world, input.id]);
    if (!row) throw new Refusal('not_found');
    return renderReceipt(row, addresses);
  });
}
