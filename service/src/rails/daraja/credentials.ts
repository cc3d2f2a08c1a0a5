import { constants, publicEncrypt } from 'node:crypto';
import Type, { type Static } from 'typebox';

const ShortCode = (description: string) => Type.String({ pattern: '^[0-9]{5,7}$', description });
const Text = (description: string) => Type.String({ minLength: 1, maxLength: 4_000, description });

/** One short code of one organization at Safaricom. */
export const DarajaCredentials = Type.Object(
  {
    consumer_key: Type.String({ pattern: '^[^:]+$', description: 'Of the app on the Daraja portal.' }),
    consumer_secret: Text('Of the app on the Daraja portal.'),
    short_code: ShortCode("The pay bill's short code, or the store number of a till."),
    till: Type.Optional(ShortCode('The till number, if customers buy goods. Without it, customers pay a bill.')),
    passkey: Text('Of the short code, for STK push.'),
    initiator_name: Text("The API user on the organization's M-Pesa portal."),
    initiator_password: Text("The API user's password."),
    certificate: Text("The provider's certificate, PEM. The sandbox and production have different ones."),
    payout_short_code: Type.Optional(ShortCode('The short code that pays out, if it is another one.')),
    payout_command: Type.Optional(
      Type.Union([
        Type.Literal('BusinessPayment'),
        Type.Literal('SalaryPayment', { description: 'Also reaches phones that are not registered.' }),
        Type.Literal('PromotionPayment'),
      ]),
    ),
    nominated_number: Type.Optional(
      Type.String({
        pattern: '^(254|0)[0-9]{9}$',
        description:
          "The phone of the short code's registration. With it, lost STK answers are found in the pull list.",
      }),
    ),
    register_urls: Type.Optional(
      Type.Boolean({ description: 'True: register the C2B addresses. In production the first registration stays.' }),
    ),
  },
  { additionalProperties: false },
);
export type DarajaCredentials = Static<typeof DarajaCredentials>;

/** The message names the field and never shows a value. */
export class DarajaCredentialsError extends Error {}

/**
 * Encrypts the API user's password with RSA and PKCS #1 v1.5 padding; the provider does not accept OAEP.
 * @param certificate the provider's certificate or public key, PEM. Sandbox and production have different ones.
 * @returns base64
 */
export function encryptPassword(password: string, certificate: string): string {
  try {
    const padding = constants.RSA_PKCS1_PADDING;
    return publicEncrypt({ key: certificate, padding }, Buffer.from(password)).toString('base64');
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
