import { conform } from './conform.ts';

conform({
  provider: 'wave',
  country: 'SN',
  currency: 'XOF',
  exponent: 0,
  phone: (end) => `+22177123${end}`,
  lacks: { '0005': 'Wave has no code for a limit of the payer' },
});
