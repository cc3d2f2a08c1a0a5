/** Samples of the routes of split partners. `examples.ts` combines them with the others. */

export const splitIds = { spp: 'spp_01kf0v4m2yfe2a8n5r7x1cwj9t' } as const;

const requested = {
  id: splitIds.spp,
  object: 'split_partner',
  livemode: false,
  created_at: '2026-01-15T09:30:00.000Z',
  updated_at: '2026-01-15T09:30:00.000Z',
  version: 1,
  wallet: 'wal_01kf0q2n1xfbvbr3d8ks5m9cz6',
  currency: 'XOF',
  status: 'requested',
  marketplace: { merchant: 'Marché Sandaga', integration: 'Shop' },
  debt: 0,
  reserve: null as object | null,
  proposed_reserve: { basis_points: 1_000, days: 30 } as object | null,
  reserved: 0,
  decided_at: null as string | null,
};
const decidedAt = '2026-01-15T09:30:02.140Z';
const reserve = requested.proposed_reserve;
const decided = { ...requested, updated_at: decidedAt, version: 2, decided_at: decidedAt };
const accepted = { ...decided, status: 'accepted', reserve, proposed_reserve: null };

const sums = {
  ...{ opening_debt: 0, posted: 9_000, debt_paid: 0, kept: 0, returned: 1_500, taken: 1_000, owed: 500, borne: 0 },
  ...{ net: 8_000, closing_debt: 500, opening_reserve: 0, reserved: 900, released: 0, drawn: 0, closing_reserve: 900 },
};
const report = {
  object: 'split_partner_report',
  livemode: false,
  split_partner: splitIds.spp,
  wallet: requested.wallet,
  from: '2026-01-01',
  to: '2026-01-31',
  time_zone: 'UTC',
  days: [{ date: '2026-01-15', currency: 'XOF', ...sums }],
  totals: [{ currency: 'XOF', ...sums }],
};

export const splitExamples = {
  requestSplitPartner: { request: { wallet: requested.wallet, reserve }, answer: requested },
  listSplitPartners: { answer: { object: 'list', data: [accepted], has_more: false, url: '/api/v1/split_partners' } },
  getSplitPartner: { answer: accepted },
  getSplitPartnerReport: { answer: report },
  acceptSplitPartner: { request: { reserve }, answer: accepted },
  declineSplitPartner: {
    answer: { ...decided, status: 'refused' },
  },
};
