import Type, { type Static } from 'typebox';
import { Closed } from '../../../../contract/src/fields.ts';

/** The credentials file of a rail at pawaPay. */
export const PawapayCredentials = Closed({
  api_token: Type.String({
    minLength: 1,
    maxLength: 4_000,
    description: 'The API token of the dashboard, for the environment of the base address.',
  }),
  operator: Type.Optional(
    Type.String({
      pattern: '^[A-Z0-9_]{3,40}$',
      description:
        "pawaPay's code of one operator, such as WAVE_SEN. Without it pawaPay names the operator of a phone.",
    }),
  ),
  signed_callbacks: Type.Optional(
    Type.Boolean({ description: 'True if the dashboard signs callbacks: unsigned ones are then refused.' }),
  ),
  signing: Type.Optional(
    Closed({
      // It is in quotes in a header, where a quote or a backslash would end it.
      key_id: Type.String({
        pattern: '^[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]{1,200}$',
        description: 'The id of the key in the dashboard.',
      }),
      private_key: Type.String({
        pattern: '^-----BEGIN ([A-Z]+ )?PRIVATE KEY-----\\s',
        maxLength: 10_000,
        description: 'The private key in PEM: EC P-256, EC P-384 or RSA.',
      }),
      encoding: Type.Optional(
        Type.Union([Type.Literal('der'), Type.Literal('ieee-p1363')], {
          description: 'The form of an ECDSA signature. The default is der, as in the example of pawaPay.',
        }),
      ),
    }),
  ),
});
export type PawapayCredentials = Static<typeof PawapayCredentials>;
