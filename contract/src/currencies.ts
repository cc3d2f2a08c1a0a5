import Type, { type Static } from 'typebox';
import { Closed, ListOf, Money, ShortLimit } from './fields.ts';
import { accountTypes, route } from './route.ts';

export const SupportedCurrency = Closed(
  {
    code: Type.String({ description: 'ISO 4217.' }),
    exponent: Type.Integer({
      description: 'Decimals of the minor unit: with 2, an amount of 1050 is 10.50; with 0 it is 1050.',
    }),
    min_amount: Money,
    max_amount: Money,
  },
  { title: 'Currency' },
);
export type SupportedCurrency = Static<typeof SupportedCurrency>;

export const listCurrencies = route({
  id: 'listCurrencies',
  method: 'GET',
  path: '/currencies',
  tag: 'Currencies',
  summary: 'List currencies',
  description: 'The currencies that the operator has switched on, all on one page unless you give a `limit`.',
  auth: ['key', ...accountTypes],
  anyKey: true,
  query: Closed({ limit: ShortLimit }),
  ok: { status: 200, description: 'Every currency that is on.', schema: ListOf(SupportedCurrency) },
});
