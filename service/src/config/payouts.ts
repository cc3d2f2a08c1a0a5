import { readAmounts } from './amounts.ts';
import { setting } from './setting.ts';

export const payoutSettings = {
  PAYOUT_PERSON_DAY_MAX: setting(
    '',
    'The most that a person pays out on a day (UTC) in payouts that need no second person, such as `XOF:500000`; above it the next one waits. Default: as `PAYOUT_APPROVAL_ABOVE`, or many small payouts would need nobody.',
    readAmounts,
  ),
} as const;
