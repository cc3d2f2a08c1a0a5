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

/** For the QR code that an authenticator reads. */
export const otpauthUrl = (seed: string, issuer: string, identifier: string) =>
  totp(seed, issuer, identifier).toString();

/** The step (30 seconds each since 1970) whose code this is, of the present one and its neighbours; null for a wrong code. */
export function stepOfCode(seed: string, code: string, now: number): bigint | null {
  const delta = totp(seed).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : BigInt(Math.floor(now / 1000 / PERIOD_SECONDS) + delta);
}
