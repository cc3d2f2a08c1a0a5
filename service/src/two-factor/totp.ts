import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
const SEED_BYTES = 20;

/** A new seed, base32. */
export const makeSeed = () => new Secret({ size: SEED_BYTES }).base32;

const totp = (seed: string, issuer = '', label = '') =>
  new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(seed),
  });

/** For the QR code that an authenticator scans. */
export const otpauthUrl = (seed: string, issuer: string, identifier: string) =>
  totp(seed, issuer, identifier).toString();

/**
 * The time step of a code (30 seconds each since 1970), for the present step and its neighbours; null for a wrong code.
 */
export function stepOfCode(seed: string, code: string, now: number): bigint | null {
  const delta = totp(seed).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : BigInt(Math.floor(now / 1000 / PERIOD_SECONDS) + delta);
}
