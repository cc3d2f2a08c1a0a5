/** Samples of the routes of transfers and movements. `examples.ts` combines them with the others. */

export const movementIds = {
  trf: 'trf_01kf0t9k2xes6b7v3hd8m1wq5n',
  mov: 'mov_01kf0t9k2xes6b7v3hd8m1wq5p',
} as const;

const list = (path: string, one: object) => ({
  ...{ object: 'list', data: [one], has_more: false, url: `/api/v1${path}` },
});

const shop = 'wal_01kf0q1xc7fy4th6v9p0rs2d8m';
const takings = 'wal_01kf0q2n1xfbvbr3d8ks5m9cz7';
const seller = 'wal_01kf0q2n1xfbvbr3d8ks5m9cz6';
const currency = 'XOF';

const record = (id: string, object: string) => ({
  ...{ id, object, livemode: false, created_at: '2026-01-15T09:30:00.000Z', metadata: {} },
});

export const transfer = {
  ...record(movementIds.trf, 'transfer'),
  from: shop,
  to: seller,
  amount: 2_500,
  currency,
  status: 'succeeded',
  reversed_amount: 0,
  reference: 'cashback-9',
  description: null,
};

export const movement = {
  ...record(movementIds.mov, 'movement'),
  status: 'succeeded',
  debits: [
    { wallet: takings, amount: 12_000, currency, sweep: { max: 50_000 } },
    { wallet: shop, amount: 3_000, currency, sweep: null },
  ],
  credits: [
    { wallet: seller, amount: 9_000, currency, remainder: false },
    { wallet: 'wal_01kf0q2n1xfbvbr3d8ks5m9cz8', amount: 6_000, currency, remainder: true },
  ],
  postings: [
    { from: takings, to: seller, amount: 9_000, currency },
    { from: takings, to: 'wal_01kf0q2n1xfbvbr3d8ks5m9cz8', amount: 3_000, currency },
    { from: shop, to: 'wal_01kf0q2n1xfbvbr3d8ks5m9cz8', amount: 3_000, currency },
  ],
  reverses: null,
  reference: 'closing-2026-01-15',
  description: 'Closing of the day',
};

const reversal = {
  ...movement,
  debits: [{ wallet: shop, amount: 1_000, currency, sweep: null }],
  credits: [{ wallet: seller, amount: 1_000, currency, remainder: false }],
  postings: [{ from: shop, to: seller, amount: 1_000, currency }],
  reverses: movementIds.trf,
  reference: 'return-9',
  description: null,
};

export const movementExamples = {
  listTransfers: { answer: list('/transfers', transfer) },
  getTransfer: { answer: transfer },
  createMovement: {
    request: {
      debits: [
        { wallet: takings, sweep: { max: 50_000 }, currency },
        { wallet: shop, amount: 3_000, currency },
      ],
      credits: [
        { wallet: seller, amount: 9_000, currency },
        { wallet: 'wal_01kf0q2n1xfbvbr3d8ks5m9cz8', remainder: true, currency },
      ],
      reference: movement.reference,
      description: movement.description,
    },
    answer: movement,
  },
  listMovements: { answer: list('/movements', movement) },
  getMovement: { answer: movement },
  reverseTransfer: { request: { amount: 1_000, reference: reversal.reference }, answer: reversal },
};
