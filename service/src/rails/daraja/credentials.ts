import { constants, createPublicKey, publicEncrypt } from 'node:crypto';

/** One short code of one organization at Safaricom, as `--credentials-file` of `rails add` has it, in snake_case. */
export type DarajaCredentials = {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  /** The pay bill's short code, or the store number of a till. */
  readonly shortCode: string;
  readonly passkey: string;
  /** The till number, if customers buy goods; null for a pay bill. */
  readonly till: string | null;
  /** The API user on the organization's portal. */
  readonly initiatorName: string;
  /** `SecurityCredential`: the API user's password, encrypted with the provider's certificate. */
  readonly securityCredential: string;
  /** The short code that pays out. It can be the collecting one. */
  readonly payoutShortCode: string;
  readonly payoutCommand: PayoutCommand;
  /** The Safaricom number of the short code's registration, for the transaction pull; null: no pull. */
  readonly nominatedNumber: string | null;
};

const payoutCommands = ['BusinessPayment', 'SalaryPayment', 'PromotionPayment'] as const;
export type PayoutCommand = (typeof payoutCommands)[number];

/** The message names the field and never shows a value. */
export class DarajaCredentialsError extends Error {}

const SHORT_CODE = /^\d{5,7}$/;

/**
 * Reads the credentials. Either `security_credential`, or `initiator_password` and `certificate` (PEM), from which it is
 * made.
 * @throws {DarajaCredentialsError}
 */
export function readDarajaCredentials(value: unknown): DarajaCredentials {
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const optional = (name: string, form = /^.+$/s): string | null => {
    const text = fields[name];
    if (text === undefined || text === null || text === '') return null;
    if ((typeof text !== 'string' && typeof text !== 'number') || !form.test(String(text)))
      throw new DarajaCredentialsError(`The field ${name} of the credentials has the wrong form.`);
    return String(text);
  };
  const required = (name: string, form?: RegExp): string => {
    const text = optional(name, form);
    if (text === null) throw new DarajaCredentialsError(`The credentials need the field ${name}.`);
    return text;
  };
  const shortCode = required('short_code', SHORT_CODE);
  return {
    consumerKey: required('consumer_key', /^[^:]+$/),
    consumerSecret: required('consumer_secret'),
    shortCode,
    passkey: required('passkey'),
    till: optional('till', SHORT_CODE),
    initiatorName: required('initiator_name'),
    securityCredential:
      optional('security_credential', /^[A-Za-z0-9+/]+=*$/) ??
      encryptPassword(required('initiator_password'), required('certificate')),
    payoutShortCode: optional('payout_short_code', SHORT_CODE) ?? shortCode,
    payoutCommand: (optional('payout_command', new RegExp(`^(${payoutCommands.join('|')})$`)) ??
      'BusinessPayment') as PayoutCommand,
    nominatedNumber: optional('nominated_number', /^(254|0)\d{9}$/),
  };
}

/**
 * Encrypts the API user's password with RSA and PKCS #1 v1.5 padding; the provider does not accept OAEP.
 * @param certificate the provider's certificate or public key, PEM. Sandbox and production have different ones.
 * @returns base64
 */
export function encryptPassword(password: string, certificate: string): string {
  try {
    const key = createPublicKey(certificate);
    return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password)).toString('base64');
  } catch {
    throw new DarajaCredentialsError('The field certificate of the credentials is not a certificate in PEM form.');
  }
}

/**
 * The Password of an STK push.
 * @param stamp the request's Timestamp, `YYYYMMDDHHmmss`
 * @returns base64
 */
export const stkPassword = (shortCode: string, passkey: string, stamp: string): string =>
  Buffer.from(shortCode + passkey + stamp).toString('base64');
