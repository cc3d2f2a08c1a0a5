import Type, { type Static } from 'typebox';

const Secret = (description: string) => Type.String({ minLength: 8, maxLength: 512, description });

/** The fields of the credentials file. */
export const WaveCredentials = Type.Object(
  {
    api_key: Secret('The key of the business wallet (wave_sn_prod_…), with the scopes checkout, payout and balance.'),
    signing_secret: Type.Optional(Secret("The key's own secret (wave_sn_AKS_…), if the wallet wants signed requests.")),
    webhook_secrets: Type.Optional(
      Type.Array(Secret('The secret of a webhook (wave_sn_WHS_…).'), {
        maxItems: 4,
        description: 'Two while you replace one. Without any, every webhook is refused.',
      }),
    ),
    webhook_strategy: Type.Optional(
      Type.Union([Type.Literal('signature'), Type.Literal('shared_secret')], {
        description: 'As chosen for the webhook in the portal. Default: signature.',
      }),
    ),
    restrict_payer: Type.Optional(
      Type.Boolean({ description: "True (default): only the payment's customer can pay at the link." }),
    ),
    aggregated_merchant_id: Type.Optional(Type.String({ maxLength: 255, description: 'Only for aggregators.' })),
  },
  { additionalProperties: false },
);
export type WaveCredentials = Static<typeof WaveCredentials>;
