import { Closed } from '../../../../contract/src/fields.ts';
import type { Provider } from '../provider.ts';
import type { Capabilities } from '../rail.ts';

/** A bank account: it sends nothing, and its statements are imported as those of other rails. */
export const bank: Provider = {
  name: 'bank',
  title: 'Bank account',
  credentials: Closed({}),
  // Nothing is ever sent there (RFC 2606).
  hosts: { test: 'https://bank.invalid', live: 'https://bank.invalid' },
  countries: {},
  connect: ({ name, exponent }) => ({
    name,
    capabilities: (): Capabilities => ({ decimals: exponent, collect: null, refund: null, payout: null }),
  }),
};
