import Type, { type Static } from 'typebox';
import { Approval } from './approvals.ts';
import { Closed, Id, IdParams, Money, OneOf } from './fields.ts';
import { MAX_OPENING_ROWS, OPENING_FILE_LIMIT } from './opening-file.ts';
import { Reason, rights } from './operators.ts';
import { route } from './route.ts';

export const requestOpeningBalances = route({
  id: 'requestOpeningBalances',
  method: 'POST',
  path: '/operator/opening_balances',
  tag: 'Approvals',
  summary: 'Request the import of opening balances',
  description: `Credits wallets with the balances of an old system, in one transaction, all of them or none. The body is a CSV file of at most 5 MiB and ${MAX_OPENING_ROWS.toLocaleString('en').replace(',', ' ')} rows, with the columns \`wallet\`, \`amount\`, \`currency\` and \`reference\`. The number of rows and the control totals come from the old system, not from the file: the file must tie to them exactly. A \`reference\` is imported once for ever. Nothing happens until another operator approves the same digest, within three days. Both need an authenticator (\`totp\`) on their account.`,
  auth: ['operator'],
  roles: rights.money,
  query: Closed({
    mode: OneOf(['test', 'live'], { description: 'The mode of the wallets.' }),
    count: Type.Integer({
      minimum: 1,
      maximum: MAX_OPENING_ROWS,
      description: 'The number of rows in the old system.',
    }),
    totals: Type.String({
      pattern: '^[A-Z]{3}:[1-9][0-9]{0,15}(,[A-Z]{3}:[1-9][0-9]{0,15})*$',
      maxLength: 500,
      description:
        'The control total of each currency in the old system, in minor units, such as `XOF:150000,USD:2000`.',
    }),
    reason: Reason,
  }),
  upload: { types: ['text/csv', 'application/octet-stream'], bodyLimit: OPENING_FILE_LIMIT, streamed: true },
  ok: { status: 202, description: 'The request waits for another operator.', schema: Approval },
  errors: ['two_factor_required', 'reference_already_used', 'amount_out_of_bounds', 'bulk_item_failed'],
});

export const OpeningRows = Closed(
  {
    object: Type.Literal('opening_rows'),
    approval: Id('apr'),
    count: Type.Integer({ description: 'The number of all rows.' }),
    has_more: Type.Boolean({ description: 'true: there are rows beyond `limit`.' }),
    rows: Type.Array(
      Closed(
        {
          line: Type.Integer({ description: 'The line of the file.' }),
          wallet: Id('wal', 'The wallet itself, or that of the phone.'),
          amount: Type.Unsafe<bigint>(Money),
          currency: Type.String(),
          reference: Type.String(),
        },
        { title: 'Row of opening balances' },
      ),
      { description: 'In the order of the file.' },
    ),
  },
  { title: 'Rows of opening balances' },
);
export type OpeningRows = Static<typeof OpeningRows>;

export const openingColumns = ['line', 'wallet', 'amount', 'currency', 'reference'] as const;

export const getOpeningRows = route({
  id: 'getOpeningRows',
  method: 'GET',
  path: '/operator/opening_balances/{id}/rows',
  tag: 'Approvals',
  summary: 'Read the rows of opening balances',
  description:
    'The rows that an approval of the kind `opening` posts, or has posted. As CSV all of them: `Accept: text/csv` or `format=csv`.',
  auth: ['operator'],
  roles: rights.approvals,
  params: IdParams('apr'),
  query: Closed({
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        default: 100,
        description: 'Return only the first rows, if it is not CSV.',
      }),
    ),
    format: Type.Optional(OneOf(['json', 'csv'])),
  }),
  ok: { status: 200, description: 'The rows.', schema: OpeningRows, csv: `${openingColumns.join(',')}\r\n` },
});

/** The routes of this file, for `routes.ts`. */
export const openingRoutes = { requestOpeningBalances, getOpeningRows };
