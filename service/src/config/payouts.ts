import { readAmounts } from './amounts.ts';
import { integer, setting } from './setting.ts';

export const payoutSettings = {
  FEE_QUOTE_SECONDS: setting(
    '900',
    'Seconds that a quote of a fee binds. A changed fee starts this long and a minute after its approval; 0: at once.',
    integer(0, 86_400),
  ),
  PAYOUT_PERSON_DAY_MAX: setting(
    '',
    'The most that a person may pay out per day (UTC) without a second person, such as `XOF:500000`. Above it, the next payout waits for a second person. Default: the value of `PAYOUT_APPROVAL_ABOVE`, so that many small payouts do not avoid the approval.',
    readAmounts,
  ),
} as const;
