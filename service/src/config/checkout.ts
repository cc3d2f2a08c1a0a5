import { integer, setting } from './setting.ts';

const bound = integer(1, 1_000_000);

/** Limits of the hosted pages, where anybody may enter anybody's phone. */
export const checkoutSettings = {
  CHECKOUT_PROMPTS_PER_PHONE: setting(
    '3',
    'Payments that hosted pages may request from one phone within 10 minutes, for all merchants together. ' +
      'In test mode each integration counts by itself.',
    bound,
  ),
  CHECKOUT_PROMPTS_PER_PHONE_DAY: setting('10', 'The same within 24 hours.', bound),
  CHECKOUT_ATTEMPTS: setting('5', 'Payments that may be begun for one checkout session.', integer(1, 100)),
  CHECKOUT_PROMPTS_PER_ADDRESS: setting(
    '2000',
    'Payments, and sessions of payment links, that hosted pages take from one network address within 10 minutes. ' +
      'Carriers put thousands of payers behind one address.',
    bound,
  ),
};
