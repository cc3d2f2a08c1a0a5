import { fault } from '../../../contract/src/reasons.ts';
import { type Currencies, validateBulk } from '../bulk/examine.ts';
import { toE164 } from '../core/phone.ts';
import type { RoutedInput } from './route-payment.ts';

/** The longest phone that the contract admits. */
const LONGEST = 32;

export const validatePaymentBulk = (currencies: Currencies) =>
  validateBulk<RoutedInput>(currencies, ({ customer }, refuse) => {
    if (typeof customer === 'string' && customer.length <= LONGEST && toE164(customer) === null)
      refuse('customer', fault('not_phone'));
  });
