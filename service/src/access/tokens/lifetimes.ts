import type { AccountType } from '../../../../contract/src/route.ts';

/** SECURITY.md, "Sessions". */
export const ACCESS_SECONDS = 900;
export const REFRESH_SECONDS = 30 * 24 * 3600;

/**
 * A session ends this many days after its login, even if it is renewed (ASVS 7.3.2). It never ends before the first
 * refresh token has had its 30 days.
 */
export const SESSION_DAYS: Readonly<Record<AccountType, number>> = {
  customer: 365,
  merchant: 365,
  developer: 90,
  operator: 30,
};
