import { conform } from './conform.ts';

conform({
  provider: 'mtn-momo',
  country: 'UG',
  currency: 'UGX',
  exponent: 0,
  phone: (end) => `+25677212${end}`,
});
