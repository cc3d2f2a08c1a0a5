import { readAmounts } from './amounts.ts';
import { setting } from './setting.ts';

export const splitSettings = {
  SPLIT_DEBT_MAX: setting(
    '',
    'The most (minor units) that one wallet may owe a marketplace for shares that refunds took back, such as ' +
      '`XOF:500000,USD:100000`. The marketplace bears the rest. `XOF:0`: a wallet never owes. Default: no maximum.',
    readAmounts,
  ),
} as const;
