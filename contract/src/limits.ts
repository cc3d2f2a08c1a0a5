import Type, { type Static } from 'typebox';
import { Closed, Currency, ListOf, Nullable, WIDE } from './fields.ts';
import { rights } from './operators.ts';
import { route } from './route.ts';

const tag = 'Operators';
const Tier = Type.Integer({
  minimum: 0,
  maximum: 2,
  description: '0: a phone only, 1: verified, 2: verified further.',
});
/** A limit may be far above what one movement can be. */
const Most = (description: string) =>
  Nullable(Type.Integer({ ...WIDE, minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }));

const words = {
  single: 'The most that is sent at once, in minor units; null: no limit; 0: not before a higher tier.',
  day: 'The most that is sent on a day (UTC).',
  month: 'The most that is sent in a calendar month (UTC).',
  balance: 'The most that a wallet holds.',
};

/** The limits that one call sets. */
export const limitFields = {
  livemode: Type.Boolean(),
  currency: Currency,
  tier: Tier,
  single: Most(words.single),
  day: Most(words.day),
  month: Most(words.month),
  balance: Most(words.balance),
};

export const Limit = Closed(
  { object: Type.Literal('limit'), ...limitFields, currency: Type.String() },
  { title: 'Limit' },
);
export type Limit = Static<typeof Limit>;

export const listLimits = route({
  id: 'listLimits',
  method: 'GET',
  path: '/operator/limits',
  tag,
  summary: 'List limits',
  description: 'What customers may send and hold, by mode, currency and tier. What is not listed has no limit.',
  auth: ['operator'],
  roles: rights.read,
  ok: { status: 200, description: 'Every limit.', schema: ListOf(Limit) },
});
