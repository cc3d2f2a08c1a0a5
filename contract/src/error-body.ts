import Type, { type Static } from 'typebox';
import { catalogue, type ErrorCode } from './errors.ts';
import { Closed, Money, OneOf } from './fields.ts';

const types = [...new Set(Object.values(catalogue).map(({ type }) => type))];

/** The body of every answer that is an error, with the codes that it can carry. */
export const errorBody = (codes: readonly ErrorCode[], title: string) =>
  Closed(
    {
      error: Closed({
        type: OneOf(types, { description: 'What kind of error it is.' }),
        code: OneOf(codes, { description: 'What went wrong, for programs. A code never changes its meaning.' }),
        message: Type.String({ description: 'What went wrong, for people; its words may change.' }),
        param: Type.Optional(Type.String({ description: 'The field, parameter or header that was wrong.' })),
        details: Type.Optional(
          Type.Array(
            Closed({
              param: Type.String({ description: 'Such as `amount` or `items[3].amount`.' }),
              code: OneOf(Object.keys(catalogue)),
              message: Type.String(),
            }),
            { description: 'Everything that was wrong, where more than one thing can be.' },
          ),
        ),
        remaining: Type.Optional(
          Type.Unsafe<bigint>({
            ...Money,
            description:
              'In minor units. With `refund_exceeds_remaining`: what can still be refunded; with `limit_exceeded`: what the sender can still send.',
          }),
        ),
        limit: Type.Optional(
          OneOf(['single', 'day', 'month', 'balance'], {
            description: 'With `limit_exceeded` and `kyc_required`: which limit it is.',
          }),
        ),
        maximum: Type.Optional(Type.Unsafe<bigint>({ ...Money, description: "The sender's limit, in minor units." })),
        doc_url: Type.String({ format: 'uri', description: 'The page of this code.' }),
        request_id: Type.String({ description: 'The same as the `Request-Id` header.' }),
      }),
    },
    { title },
  );

export const ErrorBody = errorBody(Object.keys(catalogue) as ErrorCode[], 'Error');
export type ErrorBody = Static<typeof ErrorBody>;
