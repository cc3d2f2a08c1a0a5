import Type, { type Static } from 'typebox';
import { Amount, Closed, Currency, Money, Reference } from './fields.ts';
import type { Bulk } from './route.ts';

/** Opening balances of a migration: the file, and the request that two operators decide on. */

export const MAX_OPENING_ROWS = 10_000;
export const OPENING_FILE_LIMIT = 5 * 1024 * 1024;

export const OpeningRow = Closed(
  {
    wallet: Type.String({
      text: 'recipient',
      minLength: 1,
      maxLength: 40,
      description: 'A wallet id, or the phone of a customer who has a wallet in the currency.',
    }),
    amount: Amount,
    currency: Currency,
    reference: Type.String({ ...Reference, description: 'The id of the balance in the old system, unique for ever.' }),
  },
  { title: 'Opening balance' },
);
export type OpeningRow = Static<typeof OpeningRow>;

export const OpeningFile = Closed({
  items: Type.Array(OpeningRow, { minItems: 1, maxItems: MAX_OPENING_ROWS }),
});

/** The file as a body with a list, so that it is read as strictly as other lists. */
export const openingFile: Bulk = {
  bodyLimit: OPENING_FILE_LIMIT,
  list: 'items',
  csv: {
    required: ['wallet', 'amount', 'currency', 'reference'],
    optional: [],
    numbers: ['amount'],
    result: [],
    example: 'wallet,amount,currency,reference\n+50937000100,2500,XOF,old-1\n',
  },
};

const Hash = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description });

export const OpeningImport = Closed(
  {
    sha256: Hash('The SHA-256 of the file. Compare it with that of your own copy (`sha256sum`).'),
    rows_sha256: Hash('The SHA-256 of the rows as the service read them. The approval posts exactly these rows.'),
    count: Type.Integer({ description: 'The number of rows.' }),
    totals: Type.Array(
      Closed({
        currency: Type.String(),
        count: Type.Integer({ description: 'The number of rows in this currency.' }),
        // A number in the service: the approval keeps it as JSON.
        amount: Type.Unsafe<number>({ ...Money, description: "The sum of these rows, in the currency's minor unit." }),
      }),
      { description: 'The control totals, by currency. The rows tie to them.' },
    ),
  },
  { title: 'Import of opening balances' },
);
export type OpeningImport = Static<typeof OpeningImport>;
