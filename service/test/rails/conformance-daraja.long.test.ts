import { conform } from './conform.ts';

conform({
  provider: 'daraja',
  country: 'KE',
  currency: 'KES',
  exponent: 2,
  phone: (end) => `+25471212${end}`,
});
