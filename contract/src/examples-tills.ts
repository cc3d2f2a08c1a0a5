import { branchExamples, branchIds } from './examples-branches.ts';

/** Samples of tills, branches and QR codes. `examples.ts` combines them with the others. */

export const tillIds = {
  shf: 'shf_01kf0e44m0e00tbgntz49ekrx2',
  sale: 'sale_01kf0fv2e0e0197chpv05afmsy',
  ...branchIds,
} as const;

const shift = {
  id: tillIds.shf,
  object: 'shift',
  livemode: false,
  link: 'lnk_01kf0w1b7tf6e9s3k8p2h5y0zd',
  currency: 'XOF',
  status: 'open',
  started_by: 'usr_01kf0q2mwee9xvjrc4kdh2n8sa',
  created_at: '2026-01-15T08:00:00.000Z',
  ended_by: null,
  ended_at: null,
};
const total = { ...shift, sales: 41, sales_amount: 186_500, untied: 2, untied_amount: 4_000, total: 190_500 };

const sale = {
  id: tillIds.sale,
  object: 'sale',
  livemode: false,
  shift: tillIds.shf,
  session: 'cs_01kf0w3d9xf1x8q5n2v7r4t6mc',
  url: 'https://pay.example/pay/7r2k9n4tq8wbx5m1c6v3hz0dpy',
  amount: 5_000,
  currency: 'XOF',
  description: null,
  status: 'waiting',
  payment: null,
  paid_at: null,
  tied_session: null,
  created_by: 'usr_01kf0q2mwee9xvjrc4kdh2n8sa',
  created_at: '2026-01-15T09:30:00.000Z',
};
const paid = {
  ...sale,
  status: 'paid',
  payment: 'pay_01kf0r7d3vejta5x9h1nbq4c8g',
  paid_at: '2026-01-15T09:30:02.140Z',
};
const atCounter = {
  id: 'cs_01kf0fv2e0e01s49ekrx27chpv',
  object: 'counter_payment',
  payment: 'pay_01kf0r7d3vejta5x9h1nbq4c8g',
  amount: 5_000,
  currency: 'XOF',
  created_at: '2026-01-15T09:29:31.000Z',
  paid_at: '2026-01-15T09:30:02.140Z',
  sale: null,
};

const list = (path: string, one: object) => ({ object: 'list', data: [one], has_more: false, url: `/api/v1${path}` });

export const tillExamples = {
  ...branchExamples,
  startShift: {
    request: { link: shift.link },
    answer: { ...total, sales: 0, sales_amount: 0, untied: 0, untied_amount: 0, total: 0 },
  },
  listShifts: { answer: list('/shifts', shift) },
  getShift: { answer: total },
  endShift: {
    answer: { ...total, status: 'ended', ended_by: shift.started_by, ended_at: '2026-01-15T17:00:00.000Z' },
  },
  listCounterPayments: { answer: list(`/shifts/${tillIds.shf}/payments`, atCounter) },
  createSale: { request: { amount: 5_000 }, answer: sale },
  listSales: { answer: list('/sales', paid) },
  getSale: { answer: paid },
  tieSale: { request: { session: atCounter.id }, answer: { ...paid, tied_session: atCounter.id } },
  cancelSale: { answer: { ...sale, status: 'expired' } },
  getLinkQr: {},
  getSessionQr: {},
};
