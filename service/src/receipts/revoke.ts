import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { checkReceiptScope } from './check-scope.ts';
import { type ReceiptRow, revokeReceiptStatement, selectKind } from './store.ts';
import { type ReceiptAddresses, renderReceipt } from './view.ts';

/** Revokes receipts. A repeated request changes nothing. */
export function revokeReceipts(
  tx: Tx,
  commands: Command<{ id: string }>[],
  addresses: ReceiptAddresses,
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async ({ caller, input }) => {
    const [known] = await tx.query<Pick<ReceiptRow, 'kind'>>(selectKind, [caller.world, input.id]);
    if (!known) throw new Refusal('not_found');
    checkReceiptScope(caller, known.kind, 'write');
    const [row] = await tx.query<ReceiptRow>(revokeReceiptStatement, [caller.world, input.id]);
    if (!row) throw new Refusal('not_found');
    return renderReceipt(row, addresses);
  });
}
