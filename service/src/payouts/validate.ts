import { isRounded } from '../../../contract/src/csv-dialect.ts';
import { type createPayout, MAX_RECIPIENT, type NewPayoutItem } from '../../../contract/src/payouts.ts';
import { type Fault, fault } from '../../../contract/src/reasons.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { toMinor } from '../core/money.ts';
import { readRecipient } from '../core/payout.ts';
import type { Database } from '../db/database.ts';
import type { BulkChange } from '../http/handler.ts';
import type { Caller } from '../kernel/command.ts';
import { type Detail, detailOf } from '../kernel/refusal.ts';
import { selectDefaultWallet, type WalletRow } from '../wallets/store.ts';

/** An item that passed validation. */
export type PlannedItem = {
  readonly recipient: string;
  readonly amount: bigint;
  readonly reference: string | null;
  readonly description: string | null;
  readonly name: string | null;
  /** The provider knows an item of a scheduled run by this. */
  readonly provider_reference?: string | null;
};

export type PayoutInput = Omit<InputOf<typeof createPayout>, 'items'> & { readonly items: readonly PlannedItem[] };

type Validation = ReturnType<BulkChange<PayoutInput>['validate']>;

/** Checks everything that an item's schema cannot express, and prepares valid items for storage. */
export function validatePayout(db: Database, caller: Caller): Validation {
  const recipients: string[] = [];
  const referenceAt = new Map<string, number>();
  const examine: Validation['examine'] = (item, i, nameOf) => {
    const { recipient, reference } = (item ?? {}) as Record<string, unknown>;
    const details: Detail[] = [];
    const refuse = (field: string, found: Fault) => details.push(detailOf(`items[${i}].${field}`, found));
    if (typeof recipient === 'string' && recipient.length <= MAX_RECIPIENT) {
      const read = readRecipient(recipient);
      if (read === null)
        refuse('recipient', fault(isRounded(recipient.trim()) ? 'rounded_by_spreadsheet' : 'not_recipient'));
      else recipients[i] = read;
    }
    if (typeof reference === 'string') {
      const before = referenceAt.get(reference);
      if (before !== undefined) refuse('reference', fault('reference_used_by', { other: nameOf(before) }));
      else referenceAt.set(reference, i);
    }
    return details;
  };
  return {
    examine,
    lookFurther: async (fields) => {
      const { currency, wallet, items } = fields as { currency: string; wallet?: string; items: readonly unknown[] };
      const values = [caller.owner.id, caller.livemode, currency];
      const payer = wallet ?? (await db.query<WalletRow>(selectDefaultWallet, values))[0]?.id;
      return payer === undefined ? [] : toItself(items, payer);
    },
    accept: (fields) => {
      const input = fields as InputOf<typeof createPayout>;
      return { ...input, items: ready(input.items, recipients) };
    },
  };
}

function ready(items: readonly NewPayoutItem[], recipients: readonly string[]): PlannedItem[] {
  return items.map(({ amount, reference, description, name }, i) => ({
    recipient: recipients[i]!,
    amount: toMinor(amount),
    reference: reference ?? null,
    description: description ?? null,
    name: name ?? null,
  }));
}

/** The items that would pay the paying wallet itself. */
export function toItself(items: readonly unknown[], wallet: string): Detail[] {
  return items.flatMap((item, i) =>
    (item as Partial<NewPayoutItem> | null)?.recipient === wallet
      ? [detailOf(`items[${i}].recipient`, fault('pays_itself', { wallet }), 'same_wallet')]
      : [],
  );
}
