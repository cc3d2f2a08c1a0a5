import { fault } from '../../../contract/src/reasons.ts';
import { type Currencies, validateBulk } from '../bulk/examine.ts';
import { isId } from '../core/id.ts';
import { toE164 } from '../core/phone.ts';
import type { TransferInput } from './decide.ts';

/** The longest recipient that the contract admits. */
const LONGEST = 40;

export const validateTransferBulk = (currencies: Currencies) =>
  validateBulk<TransferInput>(currencies, ({ to }, refuse) => {
    if (typeof to === 'string' && to.length <= LONGEST && !isId('wal', to) && toE164(to) === null)
      refuse('to', fault('not_recipient'));
  });
