import Type, { type Static } from 'typebox';
import { Closed, ListOf, Money, ShortLimit } from './fields.ts';
import { accountTypes, route } from './route.ts';

export const SupportedCurrency = Closed(
  {
    code: Type.String({ description: 'ISO 4217.' }),
    exponent: Type.Integer({
      description: 'Number of decimals: with 2, the amount 1050 means 10.50; with 0 it means 1050.',
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
  description: 'The currencies that the operator has enabled, all on one page unless you give a `limit`.',
  auth: ['key', ...accountTypes],
  anyKey: true,
  query: Closed({ limit: ShortLimit }),
  ok: { status: 200, description: 'Every enabled currency.', schema: ListOf(SupportedCurrency) },
});
