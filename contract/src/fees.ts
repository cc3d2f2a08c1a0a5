import Type, { type Static } from 'typebox';
import { Closed, Id, ListOf, Money, OneOf } from './fields.ts';
import { integrationCallers, route } from './route.ts';

export const Fee = Closed(
  {
    object: Type.Literal('fee'),
    merchant: Id('mer'),
    livemode: Type.Boolean(),
    currency: Type.String(),
    charged_on: OneOf(['payment', 'payout'], { description: 'On each payment, or on each item of a payout.' }),
    basis_points: Type.Integer({ description: 'Hundredths of a percent of the amount, rounded half up.' }),
    fixed: Type.Unsafe<bigint>({ ...Money, description: 'On top, in minor units.' }),
  },
  { title: 'Fee' },
);
export type Fee = Static<typeof Fee>;

export const listOwnFees = route({
  id: 'listOwnFees',
  method: 'GET',
  path: '/fees',
  tag: 'Fees',
  summary: 'List what you pay',
  description:
    'What the operator takes from each payment and each item of a payout that is made now, by currency, all on one page. What is not listed costs nothing. `fee` of a payment, a payout and its items is what this comes to: `basis_points` of the amount, rounded half up to the minor unit, and `fixed` on top, together never more than the amount. A refund does not give it back.',
  auth: integrationCallers,
  anyKey: true,
  integration: 'required',
  ok: { status: 200, description: 'Your fees in this mode.', schema: ListOf(Fee) },
});
