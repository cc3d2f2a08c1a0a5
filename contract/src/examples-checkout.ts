/** Samples of checkout sessions and payment links. `examples.ts` combines them with the others. */

export const checkoutIds = {
  cs: 'cs_01kf0w3d9xf1x8q5n2v7r4t6mc',
  lnk: 'lnk_01kf0w1b7tf6e9s3k8p2h5y0zd',
  ump: 'ump_01kf0w7q4zfr398t5c2k9x6v1n',
} as const;

const paymentId = 'pay_01kf0r7d3vejta5x9h1nbq4c8g';
const createdAt = '2026-01-15T09:30:00.000Z';
const laterAt = '2026-01-15T09:30:02.140Z';
const record = (id: string, object: string) => ({ id, object, livemode: false, created_at: createdAt, metadata: {} });

const open = {
  ...record(checkoutIds.cs, 'checkout_session'),
  updated_at: createdAt,
  version: 1,
  url: 'https://pay.example/pay/7r2k9n4tq8wbx5m1c6v3hz0dpy',
  status: 'open',
  amount: 5_000,
  currency: 'XOF',
  reference: 'order-1042',
  description: 'Two bags of rice',
  customer: '+221771234567',
  success_url: 'https://shop.example/paid',
  cancel_url: null,
  capture: 'automatic',
  fee_bearer: 'merchant',
  rails: null,
  locale: 'fr',
  link: null,
  branch: null,
  quantity: 1,
  fields: { name: null, note: null },
  payment: null,
  attempts: 0,
  expires_at: '2026-01-16T09:30:00.000Z',
  completed_at: null,
  expired_at: null,
};

const completedSession = {
  ...open,
  updated_at: laterAt,
  version: 3,
  status: 'completed',
  payment: paymentId,
  attempts: 1,
  completed_at: laterAt,
};

const expiredSession = { ...open, updated_at: laterAt, version: 2, status: 'expired', expired_at: laterAt };

const unexpectedPayment = {
  ...record(checkoutIds.ump, 'unexpected_payment'),
  checkout_session: checkoutIds.cs,
  payment: paymentId,
  reason: 'late',
  amount: 5_000,
  expected_amount: 5_000,
  currency: 'XOF',
  session_status: 'expired',
};

const link = {
  ...record(checkoutIds.lnk, 'payment_link'),
  updated_at: createdAt,
  version: 1,
  url: 'https://pay.example/pay/9c4d2m7xk5vq8',
  state: 'open',
  active: true,
  name: 'Rice, 5 kg',
  description: 'Two bags of rice',
  amount: 5_000,
  min_amount: null,
  max_amount: null,
  currency: 'XOF',
  branch: null,
  fee_bearer: 'merchant',
  max_quantity: 4,
  use: 'many',
  stock: 200,
  held: 1,
  sold: 17,
  ask: { name: 'required', note: 'no' },
  success_url: null,
  rails: null,
  locale: null,
  expires_at: null,
};

/** The records of events. */
export const checkoutRecords = {
  completed: completedSession,
  expired: expiredSession,
  unexpected: unexpectedPayment,
};

const list = (path: string, one: object) => ({ object: 'list', data: [one], has_more: false, url: `/api/v1${path}` });

export const checkoutExamples = {
  createCheckoutSession: {
    request: {
      amount: 5_000,
      currency: 'XOF',
      description: 'Two bags of rice',
      customer: '+221771234567',
      success_url: 'https://shop.example/paid',
      locale: 'fr',
    },
    answer: { ...open, reference: null },
  },
  listCheckoutSessions: { answer: list('/checkout/sessions', completedSession) },
  getCheckoutSession: { answer: completedSession },
  expireCheckoutSession: { answer: expiredSession },
  listUnexpectedPayments: { answer: list('/checkout/unexpected_payments', unexpectedPayment) },
  createLink: {
    request: {
      amount: 5_000,
      currency: 'XOF',
      name: 'Rice, 5 kg',
      description: 'Two bags of rice',
      max_quantity: 4,
      stock: 200,
      ask: { name: 'required' },
    },
    answer: { ...link, held: 0, sold: 0 },
  },
  listLinks: { answer: list('/links', link) },
  getLink: { answer: link },
  updateLink: { request: { active: false }, answer: { ...link, version: 2, active: false, state: 'inactive' } },
};
