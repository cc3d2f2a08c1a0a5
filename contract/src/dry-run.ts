import Type, { type Static } from 'typebox';
import { catalogue } from './errors.ts';
import { Closed, Money, OneOf } from './fields.ts';

const WouldFail = Closed(
  {
    code: OneOf(Object.keys(catalogue), { description: 'The error that the request or the item would get.' }),
    message: Type.String(),
    param: Type.Optional(Type.String()),
    record: Type.Optional(
      Type.String({ description: 'With `reference_already_used`: the record that has the reference.' }),
    ),
  },
  { title: 'Dry run error' },
);

const status = OneOf(['succeeded', 'accepted', 'failed'], { description: 'The outcome that it would have now.' });

/** The answer to `dry_run: true`. It has no ids, because nothing is created. */
export const DryRun = Closed(
  {
    object: Type.Literal('dry_run'),
    livemode: Type.Boolean(),
    status,
    error: Type.Optional(WouldFail),
    totals: Closed(
      {
        count: Type.Integer({ description: 'The number of items; 1 for a transfer.' }),
        succeeded_count: Type.Integer({ description: 'The items that would succeed or be accepted.' }),
        failed_count: Type.Integer(),
        amounts: Type.Array(Closed({ currency: Type.String(), succeeded_amount: Money }), {
          description: 'By currency, for the items that would succeed or be accepted.',
        }),
        fee: Type.Optional(Type.Unsafe<bigint>({ ...Money, description: 'For a payout: the fees of all its items.' })),
        tax: Type.Optional(Type.Unsafe<bigint>({ ...Money, description: 'For a payout: the taxes on these fees.' })),
      },
      { title: 'Dry run totals' },
    ),
    results: Type.Optional(
      Type.Array(Closed({ status, error: Type.Optional(WouldFail) }, { title: 'Dry run result' }), {
        description: 'For a bulk request: one result for each item, in the order of the items.',
      }),
    ),
  },
  {
    title: 'Dry run',
    description:
      'The outcome that a request would have now. Nothing is written, the key is not kept, and the same request without `dry_run` may have another outcome later.',
  },
);
export type DryRun = Static<typeof DryRun>;

export const dryRunField = {
  dry_run: Type.Optional(
    Type.Boolean({
      description:
        'true: report what would happen, with 200. Nothing is written, and the Idempotency-Key is not kept. Invalid input is refused as always.',
    }),
  ),
};
export const dryRunQuery = {
  dry_run: Type.Optional(Type.Boolean({ description: 'Only with a file. true: report what would happen.' })),
};

export const dryRunAnswer = { description: 'With `dry_run: true`: what would happen.', schema: DryRun };
