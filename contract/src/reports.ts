import Type, { type Static } from 'typebox';
import { Closed, Currency, Money, OneOf, TimeZone } from './fields.ts';
import { accounting, moneyReads } from './member-rights.ts';
import { rights } from './operators.ts';
import { integrationCallers, route } from './route.ts';

export const MOST_REPORT_DAYS = 400;

const Day = (description: string) => Type.String({ format: 'date', description });
const amount = (description: string) => Type.Unsafe<bigint>({ ...Money, description });

const moved = {
  paid_in: amount('Payments, gross.'),
  refunded: amount('Refunds of payments.'),
  reversed: amount('Payments that a provider took back.'),
  paid_out: amount('Payouts, without their fees and taxes.'),
  returned: amount('Payout items that a provider took back. The money is in your wallet again.'),
  fees: amount('Fees of payments and payouts, less those that refunds returned.'),
  taxes: amount('Taxes on these fees, less those that refunds returned.'),
  other: amount('Everything else, such as transfers and corrections; negative if more left than came.'),
};
const sums = {
  opening: amount('The balance of your wallets at the beginning.'),
  ...moved,
  closing: amount('opening + paid_in − refunded − reversed − paid_out + returned − fees − taxes + other'),
};

export const SettlementReport = Closed(
  {
    object: Type.Literal('settlement_report'),
    livemode: Type.Boolean(),
    from: Day('The first day.'),
    to: Day('The last day.'),
    time_zone: Type.String(),
    days: Type.Array(
      Closed({ date: Day('The local day.'), currency: Type.String(), ...sums }, { title: 'Settlement day' }),
      { description: 'Each day of each currency that had a balance or a movement, in order of currency and day.' },
    ),
    totals: Type.Array(Closed({ currency: Type.String(), ...sums }, { title: 'Settlement total' })),
  },
  { title: 'Settlement report', description: 'All amounts are in minor units.' },
);
export type SettlementReport = Static<typeof SettlementReport>;

export const settlementColumns = ['date', 'currency', ...Object.keys(sums)] as const;

const period = {
  from: Day('The first day, such as `2026-01-01`.'),
  to: Day(`The last day. At most ${MOST_REPORT_DAYS} days.`),
  currency: Type.Optional(Currency),
  time_zone: Type.Optional(TimeZone('UTC')),
};

const ofMerchant = { auth: integrationCallers, integration: 'required', tag: 'Reports' } as const;

export const getSettlementReport = route({
  id: 'getSettlementReport',
  method: 'GET',
  path: '/reports/settlement',
  summary: 'Read the settlement report',
  description:
    "For your accountant: what came in, what went out and what is owed to you, by day and currency. It is computed from the postings of your merchant's wallets, so it ties with their statements. As CSV: `Accept: text/csv` or `format=csv`.",
  ...ofMerchant,
  members: moneyReads,
  scope: 'wallets:read',
  query: Closed({ ...period, format: Type.Optional(OneOf(['json', 'csv'])) }),
  ok: {
    status: 200,
    description: 'The report.',
    schema: SettlementReport,
    csv: `${settlementColumns.join(',')}\r\n`,
  },
  errors: ['list_too_expensive'],
});

export const ledgerForms = ['plain', 'odoo', 'erpnext', 'quickbooks'] as const;
export type LedgerForm = (typeof ledgerForms)[number];

export const plainLedgerHeader = 'document,date,account_code,account_name,label,debit,credit,currency\r\n';
const ledgerWords =
  'One document for each day and currency; its lines sum to zero. Amounts are decimals in major units. `form` chooses the columns: `plain`, or those that Odoo, ERPNext or QuickBooks import ([export to accounting](/docs/export-accounting)).';
const ledgerQuery = {
  ...period,
  form: Type.Optional(OneOf(ledgerForms)),
  journal: Type.Optional(
    Type.String({
      text: 'name',
      minLength: 1,
      maxLength: 64,
      description: 'The journal of Odoo, or the company of ERPNext. Default: Miscellaneous Operations, or none.',
    }),
  ),
};

export const getLedgerExport = route({
  id: 'getLedgerExport',
  method: 'GET',
  path: '/reports/ledger',
  summary: 'Export the general ledger',
  description: `The movements of your merchant's wallets as double entry, for your accounting. ${ledgerWords} The accounts are those of your chart.`,
  ...ofMerchant,
  members: moneyReads,
  scope: 'wallets:read',
  query: Closed(ledgerQuery),
  ok: { status: 200, description: 'The file.', download: ['text/csv'] },
  errors: ['list_too_expensive'],
});

export const LedgerAccount = Closed(
  {
    key: Type.String({ description: 'The purpose of the account.' }),
    code: Type.String({ description: "The account's code in your accounting." }),
    name: Type.String({ description: "The account's name in your accounting." }),
    changed: Type.Boolean({ description: 'false: the default.' }),
  },
  { title: 'Ledger account' },
);

export const Chart = Closed(
  { object: Type.Literal('chart_of_accounts'), accounts: Type.Array(LedgerAccount) },
  { title: 'Chart of accounts' },
);
export type Chart = Static<typeof Chart>;

const cell = (maxLength: number) => Type.String({ text: 'name', minLength: 1, maxLength });
const changedAccounts = Closed({
  accounts: Type.Array(
    Closed({
      key: Type.String({ pattern: '^[a-z_]{1,32}(:[a-z][a-z0-9-]{1,29})?$' }),
      code: cell(32),
      name: cell(128),
    }),
    { minItems: 1, maxItems: 200 },
  ),
});

export const getChart = route({
  id: 'getChart',
  method: 'GET',
  path: '/reports/chart',
  summary: 'Read the chart of accounts',
  ...ofMerchant,
  members: moneyReads,
  scope: 'wallets:read',
  ok: { status: 200, description: 'The accounts.', schema: Chart },
});

export const updateChart = route({
  id: 'updateChart',
  method: 'PATCH',
  path: '/reports/chart',
  summary: 'Change the chart of accounts',
  description: 'Accounts that are not named stay as they are. The chart applies to all integrations and both modes.',
  ...ofMerchant,
  members: accounting,
  scope: 'wallets:write',
  body: changedAccounts,
  ok: { status: 200, description: 'The accounts.', schema: Chart },
});

const ofOperator = { auth: ['operator'], tag: 'Oversight' } as const;

export const getDeploymentLedger = route({
  id: 'getDeploymentLedger',
  method: 'GET',
  path: '/operator/reports/ledger',
  summary: 'Export the general ledger of the deployment',
  description: `Every posting of the deployment, summed by account. ${ledgerWords} At most 31 days.`,
  ...ofOperator,
  roles: rights.ledger,
  query: Closed({ ...ledgerQuery, mode: Type.Optional(OneOf(['test', 'live'])) }),
  ok: { status: 200, description: 'The file.', download: ['text/csv'] },
  errors: ['list_too_expensive'],
});

export const getDeploymentChart = route({
  id: 'getDeploymentChart',
  method: 'GET',
  path: '/operator/reports/chart',
  summary: "Read the deployment's chart of accounts",
  ...ofOperator,
  roles: rights.ledger,
  ok: { status: 200, description: 'The accounts.', schema: Chart },
});

export const updateDeploymentChart = route({
  id: 'updateDeploymentChart',
  method: 'PATCH',
  path: '/operator/reports/chart',
  summary: "Change the deployment's chart of accounts",
  description:
    'Accounts that are not named stay as they are. A key such as `clearing:mtn-ug` sets the account of one rail, `clearing` that of all others.',
  ...ofOperator,
  roles: rights.money,
  body: changedAccounts,
  ok: { status: 200, description: 'The accounts.', schema: Chart },
});

/** The routes of this file, for `routes.ts`. */
export const reportRoutes = {
  getSettlementReport,
  getLedgerExport,
  getChart,
  updateChart,
  getDeploymentLedger,
  getDeploymentChart,
  updateDeploymentChart,
};
