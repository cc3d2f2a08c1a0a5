import Type from 'typebox';
import { Approval } from './approvals.ts';
import { Closed, OneOf } from './fields.ts';
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
