import { integer, oneOf, setting, type ValuesOf } from './setting.ts';

export const quotaSettings = {
  TEST_ROWS_PER_DAY: setting(
    '100000',
    'Quota of a test world: records that its requests write in one UTC day; each item of a payout is one. `RATE_LIMIT=off` switches all quotas off.',
    integer(1, 1_000_000_000),
  ),
  TEST_OPEN_ITEMS: setting(
    '20000',
    'Quota of a test world: payout items that are not final at one time.',
    integer(1, 1_000_000_000),
  ),
  TEST_STORAGE_MIB: setting(
    '1024',
    'Quota of a test world: MiB that its requests add within 30 days, request log included.',
    integer(1, 1_000_000),
  ),
  TEST_DOCUMENTS: setting('30', 'Quota of a test customer: KYC documents that are kept.', integer(1, 1_000_000)),
  TEST_ENDPOINTS: setting('16', 'Quota of a test world: webhook endpoints.', integer(1, 16)),
  TEST_EMAILS_PER_DAY: setting(
    '50',
    'Quota of an integration in test: invitations by e-mail within 24 hours.',
    integer(1, 1_000_000),
  ),
  TEST_SMS_PER_DAY: setting(
    '20',
    "Quota of a merchant's test login: codes by SMS within 24 hours. They are sent where `SMS_SENDER` is not `log`; in live there is no such quota.",
    integer(1, 1_000_000),
  ),
  TEST_SMS_PER_NETWORK: setting(
    '50',
    'Codes by SMS to test logins that one network (a /24 or /64) asks for within 24 hours.',
    integer(1, 1_000_000),
  ),
  TEST_SMS_PER_COUNTRY: setting(
    '500',
    "Codes by SMS to test logins that one country's phones are sent within 24 hours.",
    integer(1, 1_000_000),
  ),
  TEST_IDLE_DAYS: setting(
    '90',
    'A merchant that has nothing live, and that nobody has used in test for so many days, is deleted with all its data.',
    integer(30, 36_500),
  ),
  TEST_EVENTS_DAYS: setting(
    '90',
    'Events of test worlds are kept for so many days, and at least for `TEST_IDLE_DAYS`. Events of live worlds are kept for good.',
    integer(30, 36_500),
  ),
  TEST_REGISTRATIONS: setting(
    'open',
    'Who may register in test: `open` is everybody, `invited` is phones that `npm run admin -- registrations invite` has named, `closed` is nobody.',
    oneOf('open', 'invited', 'closed'),
  ),
  REGISTRATIONS_PER_NETWORK: setting(
    '30',
    'Registrations of one network (a /24 of IPv4, a /64 of IPv6) within an hour, in each mode. In live, those whose code comes back do not count. `RATE_LIMIT=off` switches it off.',
    integer(1, 1_000_000),
  ),
  INVITATIONS_PER_HOUR: setting(
    '500',
    'Invitations by e-mail that the deployment sends within an hour, of all merchants together.',
    integer(1, 1_000_000),
  ),
} as const;

export type QuotaConfig = ValuesOf<typeof quotaSettings>;
