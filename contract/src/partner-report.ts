import Type, { type Static } from 'typebox';
import { Closed, Id, IdParams, Money, OneOf, TimeZone } from './fields.ts';
import { moneyReads } from './member-rights.ts';
import { MOST_REPORT_DAYS } from './reports.ts';
import { route, walletHolders } from './route.ts';

const Day = (description: string) => Type.String({ format: 'date', description });
const amount = (description: string) => Type.Unsafe<bigint>({ ...Money, description });

const sums = {
  opening_debt: amount('The debt of the wallet to the marketplace at the beginning.'),
  posted: amount('Shares that were posted, with the parts that paid a debt.'),
  debt_paid: amount('The part of `posted` that paid a debt. It stayed with the marketplace.'),
  kept: amount('Shares that the wallet could not receive. They stayed with the marketplace.'),
  returned: amount('Shares that refunds and reversals took back: `taken`, `owed` and `borne` together.'),
  taken: amount('The part of `returned` that went out of the wallet.'),
  owed: amount('The part of `returned` that became a debt of the wallet.'),
  borne: amount('The part of `returned` that the marketplace bore.'),
  net: amount('posted − debt_paid − taken: the sum of the entries of kind `split` in the statement of the wallet.'),
  closing_debt: amount('opening_debt + owed − debt_paid'),
  opening_reserve: amount('The reserve of the wallet for the marketplace at the beginning.'),
  reserved: amount('The parts of shares that the reserve kept, and what refunds that failed gave back to it.'),
  released: amount('The parts whose days are over.'),
  drawn: amount('The parts that refunds and reversals took.'),
  closing_reserve: amount('opening_reserve + reserved − released − drawn'),
};

export const PartnerReport = Closed(
  {
    object: Type.Literal('split_partner_report'),
    livemode: Type.Boolean(),
    split_partner: Id('spp'),
    wallet: Id('wal', 'The wallet that receives the shares.'),
    from: Day('The first day.'),
    to: Day('The last day.'),
    time_zone: Type.String(),
    days: Type.Array(
      Closed({ date: Day('The local day.'), currency: Type.String(), ...sums }, { title: 'Split partner day' }),
      { description: 'Each day on which a share, a debt or the reserve changed, in order.' },
    ),
    totals: Type.Array(Closed({ currency: Type.String(), ...sums }, { title: 'Split partner total' }), {
      description: 'One total: a wallet has one currency.',
    }),
  },
  { title: 'Split partner report', description: 'All amounts are in minor units.' },
);
export type PartnerReport = Static<typeof PartnerReport>;

export const partnerReportColumns = ['date', 'currency', ...Object.keys(sums)] as const;

export const getSplitPartnerReport = route({
  id: 'getSplitPartnerReport',
  method: 'GET',
  path: '/split_partners/{id}/report',
  summary: 'Read the report of a split partner',
  description:
    "The shares, returns, debts and reserve of one seller at your integration, by day. The movements are those of the wallet's statement, so both tie. The marketplace and the owner of the wallet can read it. As CSV: `Accept: text/csv` or `format=csv`.",
  tag: 'Split partners',
  auth: walletHolders,
  integration: 'optional',
  scope: 'wallets:read',
  members: moneyReads,
  params: IdParams('spp'),
  query: Closed({
    from: Day('The first day, such as `2026-01-01`.'),
    to: Day(`The last day. At most ${MOST_REPORT_DAYS} days.`),
    time_zone: Type.Optional(TimeZone('UTC')),
    format: Type.Optional(OneOf(['json', 'csv'])),
  }),
  ok: {
    status: 200,
    description: 'The report.',
    schema: PartnerReport,
    csv: `${partnerReportColumns.join(',')}\r\n`,
  },
  errors: ['list_too_expensive'],
});
