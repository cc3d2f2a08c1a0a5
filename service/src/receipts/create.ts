import type { createReceipt, ReceiptKind } from '../../../contract/src/receipts.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { newId } from '../kernel/new-id.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { checkReceiptScope } from './check-scope.ts';
import { ensureReceipts, findRecord, type NewReceipt } from './store.ts';
import { hashReceiptToken, newReceiptToken, sealReceiptToken } from './token.ts';
import { type ReceiptAddresses, renderReceipt } from './view.ts';

type Named = { readonly kind: ReceiptKind; readonly id: string; readonly payout: string | null };

/** A receipt that is not stored yet, with a new token. */
export function draftReceipt(key: DataKey, world: number, { kind, id, payout }: Named): NewReceipt {
  const receipt = newId('rct');
  const token = newReceiptToken();
  const record = { id: receipt, world, kind, record_id: id, payout_id: payout };
  return { ...record, token_hash: hashReceiptToken(token), sealed_token: sealReceiptToken(token, key, receipt) };
}

/** Makes receipts, or returns those that the records have. */
export function createReceipts(
  tx: Tx,
  commands: Command<InputOf<typeof createReceipt>>[],
  addresses: ReceiptAddresses,
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async ({ caller, input }) => {
    const { record: id } = input;
    const kind = kinds[id.slice(0, 3)]!;
    checkReceiptScope(caller, kind, 'write');
    const { world } = caller;
    const found = await findRecord(tx, { kind, world, id });
    if (!found) throw new Refusal('not_found');
    const receipts = await ensureReceipts(tx, [draftReceipt(addresses.key, world, { kind, id, ...found })]);
    return renderReceipt(receipts.get(id)!, addresses);
  });
}

const kinds: Readonly<Record<string, ReceiptKind>> = { pay: 'payment', rfd: 'refund', pit: 'payout_item' };
