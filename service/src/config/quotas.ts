import { integer, oneOf, setting } from './setting.ts';

export const quotaSettings = {
  TEST_ROWS_PER_DAY: setting(
    '100000',
    'Quota of a test world: records that its requests write per UTC day. Each payout item counts as one. `RATE_LIMIT=off` disables all quotas.',
    integer(1, 1_000_000_000),
  ),
  TEST_OPEN_ITEMS: setting(
    '20000',
    'Quota of a test world: payout items that are open (not final) at one time.',
    integer(1, 1_000_000_000),
  ),
  TEST_STORAGE_MIB: setting(
    '1024',
    'Quota of a test world: MiB that its requests add within 30 days, including the request log.',
    integer(1, 1_000_000),
  ),
  TEST_DOCUMENTS: setting('30', 'Quota of a test customer: stored KYC documents.', integer(1, 1_000_000)),
  TEST_ENDPOINTS: setting('16', 'Quota of a test world: webhook endpoints.', integer(1, 16)),
  TEST_EMAILS_PER_DAY: setting(
    '50',
    'Quota of an integration in test: invitations by e-mail within 24 hours.',
    integer(1, 1_000_000),
  ),
  TEST_SMS_PER_DAY: setting(
    '20',
    "Quota of a merchant's test login: codes by SMS within 24 hours. Codes are sent if `SMS_SENDER` is not `log`. Live mode has no such quota.",
    integer(1, 1_000_000),
  ),
  TEST_SMS_PER_NETWORK: setting(
    '50',
    'Codes by SMS to test logins that one network (a /24 or /64) may request within 24 hours.',
    integer(1, 1_000_000),
  ),
  TEST_SMS_PER_COUNTRY: setting(
    '500',
    'Codes by SMS to test logins that may be sent to the phones of one country within 24 hours.',
    integer(1, 1_000_000),
  ),
  TEST_IDLE_DAYS: setting(
    '90',
    'A merchant that has nothing live and was not used in test mode for this many days is deleted with all its data.',
    integer(30, 36_500),
  ),
  TEST_EVENTS_DAYS: setting(
    '90',
    'Events of test worlds are kept for this many days, and at least for `TEST_IDLE_DAYS`. Events of live worlds are kept permanently.',
    integer(30, 36_500),
  ),
  TEST_REGISTRATIONS: setting(
    'open',
    'Who may register in test mode: `open` is everybody, `invited` is phones invited with `npm run admin -- registrations invite`, `closed` is nobody.',
    oneOf('open', 'invited', 'closed'),
  ),
  REGISTRATIONS_PER_NETWORK: setting(
    '30',
    'Registrations per hour from one network (a /24 of IPv4, a /64 of IPv6), in each mode. In live mode, registrations whose code is entered do not count. `RATE_LIMIT=off` disables this limit.',
    integer(1, 1_000_000),
  ),
  INVITATIONS_PER_HOUR: setting(
    '500',
    'Invitations by e-mail that the deployment sends per hour, for all merchants together.',
    integer(1, 1_000_000),
  ),
} as const;
