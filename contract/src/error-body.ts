import Type, { type Static } from 'typebox';
import { catalogue, type ErrorCode } from './errors.ts';
import { Closed, Money, OneOf } from './fields.ts';

const types = [...new Set(Object.values(catalogue).map(({ type }) => type))];

/** The body of every error answer, with the codes that it can carry. */
export const errorBody = (codes: readonly ErrorCode[], title: string) =>
  Closed(
    {
      error: Closed({
        type: OneOf(types, { description: 'The kind of error.' }),
        code: OneOf(codes, { description: 'The error, for programs. A code never changes its meaning.' }),
        message: Type.String({ description: 'The error, for people. The words may change.' }),
        param: Type.Optional(Type.String({ description: 'The invalid field, parameter or header.' })),
        details: Type.Optional(
          Type.Array(
            Closed({
              param: Type.String({ description: 'Such as `amount` or `items[3].amount`.' }),
              code: OneOf(Object.keys(catalogue)),
              reason: Type.String({
                description:
                  'The fault, for programs, such as `too_small`. A reason never changes its meaning. [All reasons](/docs/errors/validation_failed#reasons).',
              }),
              message: Type.String({ description: 'The fault, for people, in English. The words may change.' }),
              values: Type.Optional(
                Type.Record(Type.String(), Type.Unknown(), {
                  description:
                    'The values that the fault names, such as `minimum`: numbers, texts or lists of texts. From `reason` and these a client builds the sentence in the language of its reader.',
                }),
              ),
            }),
            { description: 'Every fault, if the request can have several.' },
          ),
        ),
        remaining: Type.Optional(
          Type.Unsafe<bigint>({
            ...Money,
            description:
              'In minor units. With `refund_exceeds_remaining`: the amount that can still be refunded. With `capture_exceeds_remaining`: the amount that is still held. With `limit_exceeded`: the amount that the sender can still send.',
          }),
        ),
        limit: Type.Optional(
          OneOf(['single', 'day', 'month', 'balance'], {
            description: 'With `limit_exceeded` and `kyc_required`: the limit.',
          }),
        ),
        maximum: Type.Optional(Type.Unsafe<bigint>({ ...Money, description: "The sender's limit, in minor units." })),
        doc_url: Type.String({ format: 'uri', description: 'The page that explains this code.' }),
        request_id: Type.String({ description: 'The same as the `Request-Id` header.' }),
      }),
    },
    { title },
  );

export const ErrorBody = errorBody(Object.keys(catalogue) as ErrorCode[], 'Error');
export type ErrorBody = Static<typeof ErrorBody>;
