import type { routes } from './routes.ts';

/** Samples of the daily close. `examples.ts` combines them with the others. */

export const closeIds = { cls: 'cls_01kf2p5b7xe3wbt6k9m1pq4v8n' } as const;

const opr = 'opr_01kf0q3n4tfk8b2y7d0wq6sm9x';
const line = 'stl_01kf0r9a3mfh7vq2d8x6wz0b5c';
const figures = {
  livemode: true,
  rail: 'mpesa-ke',
  currency: 'KES',
  day: '2026-01-15',
  time_zone: 'Africa/Nairobi',
  cut_at: '2026-01-15T21:00:00.000Z',
  source: 'statement',
  there: {
    opening: 5_000_000,
    closing: 5_340_000,
    movements: [
      { kind: 'collection', count: 12, sum: 540_000, fees: 0 },
      { kind: 'payout', count: 4, sum: -196_000, fees: 4_000 },
    ],
  },
  here: {
    opening: 5_000_000,
    closing: 5_190_000,
    movements: [
      { kind: 'payment', count: 11, sum: 390_000, fees: 0 },
      { kind: 'payout', count: 4, sum: -196_000, fees: 0 },
      { kind: 'provider_fee', count: 1, sum: -4_000, fees: 0 },
    ],
  },
  difference: 150_000,
  explained: [{ kind: 'missing_here', count: 1, amount: 150_000 }],
};
const items = [
  {
    kind: 'missing_here',
    amount: 150_000,
    match: line,
    day: '2026-01-15',
    record: 'NLJ7RT61SV',
    lines: [line],
    entries: [],
  },
];
const close = {
  id: closeIds.cls,
  object: 'close',
  created_at: '2026-01-16T06:10:00.000Z',
  ...figures,
  status: 'closed',
  closed_by: opr,
  reviewed_by: null,
  reviewed_at: null,
};
const reviewed = {
  ...close,
  status: 'reviewed',
  reviewed_by: 'opr_01kf0q4d8sfk8b5y1t7wr9bm3k',
  reviewed_at: '2026-01-16T08:42:10.512Z',
};
const day = { rail: 'mpesa-ke', day: '2026-01-15' };

export const closeExamples = {
  listCloses: { answer: { object: 'list', data: [reviewed], has_more: false, url: '/api/v1/operator/closes' } },
  previewClose: {
    answer: {
      object: 'close_preview',
      ...figures,
      unexplained: 0,
      problems: [],
      reasons: [],
      next_day: '2026-01-15',
      items,
    },
  },
  getClose: { answer: { ...reviewed, items } },
  getCloseFile: {},
  getClosedMonthFile: {},
  getClosedMonth: {
    answer: {
      object: 'closed_month',
      ...{ livemode: true, rail: 'mpesa-ke', currency: 'KES', month: '2026-01', from: '2026-01-15', to: '2026-01-31' },
      ...{ days: 17, there: figures.there, here: figures.here, difference: 150_000, explained: figures.explained },
      closes: [close.id],
    },
  },
  getSafeguarding: {
    answer: {
      object: 'safeguarding',
      day: '2026-01-15',
      data: [
        {
          ...{ livemode: true, currency: 'KES', day: '2026-01-15', cut_at: figures.cut_at },
          ...{ owed: 5_120_000, suspended: 0, holdings: 5_340_000, gap: 0 },
          rails: [{ rail: 'mpesa-ke', close: close.id, holdings: 5_340_000 }],
        },
      ],
      waiting: [],
      seals: [
        {
          livemode: true,
          number: 1042,
          hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          sealed_at: '2026-01-16T08:42:00.000Z',
        },
      ],
    },
  },
  getSafeguardingFile: {},
  closeDay: { request: day, answer: { ...close, items } },
  reviewClose: { answer: { ...reviewed, items } },
} satisfies Partial<Record<keyof typeof routes, object>>;
