import { conform } from './conform.ts';

conform({
  provider: 'pawapay',
  country: 'ZM',
  currency: 'ZMW',
  exponent: 2,
  phone: (end) => `+26096345${end}`,
  announce: (url) => ['/settings', { callback_url: url }],
});
