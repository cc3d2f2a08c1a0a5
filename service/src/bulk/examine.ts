import { type Fault, fault } from '../../../contract/src/reasons.ts';
import type { CurrencyRule } from '../config/config.ts';
import type { Examiner } from '../http/bulk.ts';
import { type Detail, detailOf } from '../kernel/refusal.ts';
import type { BulkInput } from './portion.ts';

export type Currencies = ReadonlyMap<string, CurrencyRule>;
type Fields = Readonly<Record<string, unknown>>;
type Validation<Item> = Examiner & { accept(fields: Fields): BulkInput<Item> };

/**
 * Checks everything that an item's schema cannot express: its currency, and that no reference is given twice.
 * @param check the checks of one kind of item
 */
export function validateBulk<Item>(
  currencies: Currencies,
  check: (item: Fields, refuse: (field: string, found: Fault) => void) => void,
): Validation<Item> {
  const referenceAt = new Map<string, number>();
  const allowed = [...currencies.keys()];
  return {
    examine: (item, i, nameOf) => {
      const fields = (item ?? {}) as Fields;
      const { currency, reference } = fields;
      const details: Detail[] = [];
      const refuse = (field: string, found: Fault) => details.push(detailOf(`items[${i}].${field}`, found));
      check(fields, refuse);
      if (typeof currency === 'string' && !currencies.has(currency))
        refuse('currency', fault('not_allowed', { allowed }));
      if (typeof reference === 'string') {
        const before = referenceAt.get(reference);
        if (before !== undefined) refuse('reference', fault('reference_used_by', { other: nameOf(before) }));
        else referenceAt.set(reference, i);
      }
      return details;
    },
    lookFurther: async () => [],
    accept: (fields) => fields as BulkInput<Item>,
  };
}
