import Type from 'typebox';
import { Money, Nullable, OneOf, Timestamp } from './fields.ts';

/** The fields of payments that are captured later. */
export const captureModes = ['automatic', 'manual'] as const;
export type CaptureMode = (typeof captureModes)[number];

/** How long the money of a manual payment is held if the request does not say, from its creation. */
export const USUAL_CAPTURE_DAYS = 7;
/** The longest time from its creation until what is not captured goes back. */
export const MOST_CAPTURE_DAYS = 31;

const minor = (description: string) => Type.Unsafe<bigint>({ ...Money, description });

/** In a payment. */
export const captureFields = {
  capture: OneOf(captureModes, {
    description:
      '`automatic`: the money is yours as soon as the customer has approved. `manual`: it is held then, and you capture it.',
  }),
  amount_authorized: minor(
    'The amount that the customer was asked for, in minor units. When a manual payment succeeds, its `amount` becomes what you captured, and this stays.',
  ),
  amount_captured: minor('The amount that you have got so far, in minor units.'),
  capture_before: Nullable({
    ...Timestamp,
    description: 'When what is not captured goes back to the customer. Null with automatic capture.',
  } as typeof Timestamp),
};

/** In a new payment. */
export const newCapture = {
  capture: Type.Optional(
    OneOf(captureModes, {
      description:
        '`manual`: the customer approves now, and the money is held until you capture or release it. Only the rails `wallet` and `sandbox` can hold money. Default: `automatic`.',
    }),
  ),
  capture_before: Type.Optional(
    Nullable({
      ...Timestamp,
      description: `When what is not captured goes back, at most ${MOST_CAPTURE_DAYS} days from now. Only with \`capture: manual\`. Default: in ${USUAL_CAPTURE_DAYS} days.`,
    } as typeof Timestamp),
  ),
};
