import { type Fault, fault } from '../../../contract/src/reasons.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import type { createTransferBulk } from '../../../contract/src/transfers.ts';
import type { BulkInput } from '../bulk/portion.ts';
import type { CurrencyRule } from '../config/config.ts';
import { isId } from '../core/id.ts';
import { toE164 } from '../core/phone.ts';
import type { BulkChange } from '../http/handler.ts';
import { type Detail, detailOf } from '../kernel/refusal.ts';
import type { TransferInput } from './create.ts';

type Validation = ReturnType<BulkChange<BulkInput<TransferInput>>['validate']>;

/** The longest recipient that the contract admits. */
const LONGEST = 40;

/** Checks everything that an item's schema cannot express. */
export function validateTransferBulk(currencies: ReadonlyMap<string, CurrencyRule>): Validation {
  const referenceAt = new Map<string, number>();
  const enabled = [...currencies.keys()];
  return {
    examine: (item, i, nameOf) => {
      const { to, currency, reference } = (item ?? {}) as Record<string, unknown>;
      const details: Detail[] = [];
      const refuse = (field: string, found: Fault) => details.push(detailOf(`items[${i}].${field}`, found));
      if (typeof to === 'string' && to.length <= LONGEST && !isId('wal', to) && toE164(to) === null)
        refuse('to', fault('not_recipient'));
      if (typeof currency === 'string' && !currencies.has(currency))
        refuse('currency', fault('not_allowed', { allowed: enabled }));
      if (typeof reference === 'string') {
        const before = referenceAt.get(reference);
        if (before !== undefined) refuse('reference', fault('reference_used_by', { other: nameOf(before) }));
        else referenceAt.set(reference, i);
      }
      return details;
    },
    lookFurther: async () => [],
    accept: (fields) => fields as InputOf<typeof createTransferBulk>,
  };
}
