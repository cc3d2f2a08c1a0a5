import Type from 'typebox';
import { Amount, Closed, IdParams } from './fields.ts';
import { MOST_CAPTURES } from './holds.ts';
import { moneyChanges } from './member-rights.ts';
import { Payment } from './payments.ts';
import { integrationCallers, route } from './route.ts';

const shared = {
  method: 'POST',
  tag: 'Payments',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
  scope: 'payments:write',
  params: IdParams('pay'),
} as const;

export const capturePayment = route({
  id: 'capturePayment',
  path: '/payments/{id}/capture',
  summary: 'Capture a payment',
  description: `Takes the held money of a payment with manual capture: all of it, or a part. You can capture the rest later, up to ${MOST_CAPTURES} times in all. The payment succeeds with the capture that leaves nothing held, and its \`amount\` is what you captured. A freeze or a limit of the customer can refuse a capture; the money then stays held.`,
  ...shared,
  body: Closed({
    amount: Type.Optional({ ...Amount, description: 'Default: all that is still held.' } as typeof Amount),
    final: Type.Optional(
      Type.Boolean({ description: 'true: what is left afterwards goes back to the customer at once. Default: false.' }),
    ),
  }),
  ok: { status: 200, description: 'The money is on your wallet.', schema: Payment },
  errors: [
    'payment_not_capturable',
    'capture_exceeds_remaining',
    'too_many_captures',
    'limit_exceeded',
    'kyc_required',
    'wallet_frozen',
    'wallet_closed',
  ],
});

export const releasePayment = route({
  id: 'releasePayment',
  path: '/payments/{id}/release',
  summary: 'Release a payment',
  description:
    'The rest of the held money goes back to the customer. Captures stay yours: the payment succeeds with them. Without any capture it fails with the code `canceled`.',
  ...shared,
  ok: { status: 200, description: 'Nothing is held any more.', schema: Payment },
  errors: ['payment_not_capturable'],
});
