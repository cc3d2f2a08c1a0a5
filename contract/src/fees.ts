import Type, { type Static } from 'typebox';
import { Closed, Id, ListOf, Money, OneOf } from './fields.ts';
import { moneyReads } from './member-rights.ts';
import { integrationCallers, route } from './route.ts';

export const Fee = Closed(
  {
    object: Type.Literal('fee'),
    merchant: Id('mer'),
    livemode: Type.Boolean(),
    currency: Type.String(),
    charged_on: OneOf(['payment', 'payout'], {
      description: 'payment: the fee of each payment. payout: the fee of each payout item.',
    }),
    basis_points: Type.Integer({ description: 'Hundredths of a percent of the amount, rounded half up.' }),
    fixed: Type.Unsafe<bigint>({ ...Money, description: 'Added to the percentage, in minor units.' }),
  },
  { title: 'Fee' },
);
export type Fee = Static<typeof Fee>;

export const listOwnFees = route({
  id: 'listOwnFees',
  method: 'GET',
  path: '/fees',
  tag: 'Fees',
  summary: 'List your fees',
  description:
    'The current fees of each payment and each payout item, by currency, all on one page. If a fee is not listed, it is zero. The `fee` of a payment, a payout and its items is calculated from these: `basis_points` of the amount, rounded half up to the minor unit, plus `fixed`, and never more than the amount. A refund does not return the fee.',
  auth: integrationCallers,
  anyKey: true,
  integration: 'required',
  members: moneyReads,
  ok: { status: 200, description: 'Your fees in this mode.', schema: ListOf(Fee) },
});
