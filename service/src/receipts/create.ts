import type { createReceipt, ReceiptKind } from '../../../contract/src/receipts.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import type { Tx } from '../db/transaction.ts';
import { lacksScope } from '../http/admit.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { answerEach, invalidField, Refusal } from '../kernel/refusal.ts';
import { ensureReceipts, type NewReceipt, recordExists } from './store.ts';
import { hashReceiptToken, newReceiptToken, sealReceiptToken } from './token.ts';
import { type ReceiptAddresses, renderReceipt } from './view.ts';

type Named = { readonly kind: ReceiptKind; readonly id: string; readonly payout: string | null };

/** A receipt that is not stored yet, with a new token. */
export function draftReceipt(key: Buffer, world: number, { kind, id, payout }: Named): NewReceipt {
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
    const named = readNamed(input);
    const scope = named.kind === 'payout_item' ? 'payouts:write' : 'payments:write';
    if (caller.kind === 'key' && !caller.scopes.has(scope)) throw lacksScope([scope]);
    const { world } = caller;
    if (!(await recordExists(tx, { ...named, world }))) throw new Refusal('not_found');
    const receipts = await ensureReceipts(tx, [draftReceipt(addresses.key, world, named)]);
    return renderReceipt(receipts.get(named.id)!, addresses);
  });
}

/** @throws Refusal unless exactly one record is named */
function readNamed({ payment, refund, payout, payout_item: item }: InputOf<typeof createReceipt>): Named {
  const named = [payment, refund, item].filter((id) => id !== undefined);
  if (named.length !== 1) throw invalidField('payment', 'name exactly one of payment, refund and payout_item');
  if ((payout === undefined) !== (item === undefined)) {
    throw invalidField('payout', 'belongs to payout_item. Name both, or neither');
  }
  if (payment) return { kind: 'payment', id: payment, payout: null };
  if (refund) return { kind: 'refund', id: refund, payout: null };
  return { kind: 'payout_item', id: item!, payout: payout! };
}
