import type { ReceiptKind } from '../../../contract/src/receipts.ts';
import { lacksScope } from '../http/admit.ts';
import type { Caller } from '../kernel/command.ts';

/** Receipts of payout items name the payees and what they got, so a key needs the scope of payouts for them. */
const scopeFor = (kind: ReceiptKind, right: 'read' | 'write') =>
  kind === 'payout_item' ? (`payouts:${right}` as const) : (`payments:${right}` as const);

export const mayUse = (caller: Caller, kind: ReceiptKind, right: 'read' | 'write'): boolean =>
  caller.kind !== 'key' || caller.scopes.has(scopeFor(kind, right));

/** @throws Refusal insufficient_scope */
export function checkReceiptScope(caller: Caller, kind: ReceiptKind, right: 'read' | 'write'): void {
  if (!mayUse(caller, kind, right)) throw lacksScope([scopeFor(kind, right)]);
}
