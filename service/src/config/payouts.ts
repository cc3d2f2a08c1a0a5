import { readAmounts } from './amounts.ts';
import { setting } from './setting.ts';

export const payoutSettings = {
  PAYOUT_PERSON_DAY_MAX: setting(
    '',
    'The most that a person may pay out per day (UTC) without a second person, such as `XOF:500000`. Above it, the next payout waits for a second person. Default: the value of `PAYOUT_APPROVAL_ABOVE`, so that many small payouts do not avoid the approval.',
    readAmounts,
  ),
} as const;
