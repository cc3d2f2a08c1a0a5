import Type, { type Static } from 'typebox';
import { Closed, Currency, ListOf, Nullable, WIDE } from './fields.ts';
import { rights } from './operators.ts';
import { route } from './route.ts';

const tag = 'Operators';
const Tier = Type.Integer({
  minimum: 0,
  maximum: 2,
  description: '0: only a phone, 1: verified, 2: verified further.',
});
/** A limit may be far above the largest single movement. */
const Most = (description: string) =>
  Nullable(Type.Integer({ ...WIDE, minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }));

const words = {
  single: 'Maximum per movement, in minor units. null: no limit. 0: sending needs a higher tier.',
  day: 'Maximum sent per day (UTC).',
  month: 'Maximum sent per calendar month (UTC).',
  balance: 'Maximum balance of a wallet.',
};

/** The limits that one request sets. */
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
  description:
    'The limits on what customers send and hold, by mode, currency and tier. A combination that is not listed has no limit.',
  auth: ['operator'],
  roles: rights.read,
  ok: { status: 200, description: 'Every limit.', schema: ListOf(Limit) },
});
