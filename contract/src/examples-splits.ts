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
  decided_at: null,
};
const decidedAt = '2026-01-15T09:30:02.140Z';
const accepted = { ...requested, updated_at: decidedAt, version: 2, status: 'accepted', decided_at: decidedAt };

export const splitExamples = {
  requestSplitPartner: { request: { wallet: requested.wallet }, answer: requested },
  listSplitPartners: { answer: { object: 'list', data: [accepted], has_more: false, url: '/api/v1/split_partners' } },
  getSplitPartner: { answer: accepted },
  acceptSplitPartner: { answer: accepted },
  declineSplitPartner: {
    answer: { ...requested, updated_at: decidedAt, version: 2, status: 'refused', decided_at: decidedAt },
  },
};
