/** Samples of the routes of beneficiaries. `examples.ts` combines them with the others. */

export const beneficiaryIds = { ben: 'ben_01kf0v2c8pfm5s7t9z3b6dhq4p' } as const;

const beneficiary = {
  id: beneficiaryIds.ben,
  object: 'beneficiary',
  livemode: false,
  created_at: '2026-01-15T09:30:00.000Z',
  metadata: {},
  updated_at: '2026-01-15T09:30:00.000Z',
  version: 1,
  recipient: '+221770000100',
  name: 'Awa Ndiaye',
  reference: 'emp-1',
  groups: ['Bakers'],
  amount: 30_000,
  currency: 'XOF',
  name_match: null,
  name_checked_at: null,
};
const list = { object: 'list', data: [beneficiary], has_more: false, url: '/api/v1/beneficiaries' };
const { recipient, name, reference, groups, amount, currency } = beneficiary;

export const beneficiaryExamples = {
  keepBeneficiaries: {
    request: { items: [{ recipient, name, reference, groups, amount, currency }] },
    answer: list,
  },
  listBeneficiaries: { answer: list },
  verifyBeneficiary: {
    request: { amount, currency },
    answer: { ...beneficiary, version: 2, name_match: 'full', name_checked_at: '2026-01-15T09:31:00.000Z' },
  },
  deleteBeneficiary: { answer: { id: beneficiaryIds.ben, object: 'beneficiary', deleted: true } },
};
