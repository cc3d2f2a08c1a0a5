import type { EventKind } from './events.ts';

/** Samples of the routes of holds. `examples.ts` combines them with the others. */

export const holdIds = { hld: 'hld_01kf0v2c8pfm5s7t9z3b6dhq4p' } as const;

const wallet = 'wal_01kf0q1xc7fy4th6v9p0rs2d8m';
const to = 'wal_01kf0q2n1xfbvbr3d8ks5m9cz6';
const createdAt = '2026-01-15T09:30:00.000Z';
const laterAt = '2026-01-15T09:30:02.140Z';
const expires_at = '2036-01-22T09:30:00.000Z';

const open = {
  id: holdIds.hld,
  object: 'hold',
  livemode: false,
  created_at: createdAt,
  metadata: {},
  updated_at: createdAt,
  version: 1,
  status: 'open',
  wallet,
  to,
  amount: 40_000,
  amount_captured: 0,
  amount_released: 0,
  amount_remaining: 40_000,
  currency: 'XOF',
  captures: [],
  escrow: null,
  reference: 'order-77',
  description: null,
  expires_at,
  ended_at: null,
};
const inParts = {
  ...open,
  updated_at: laterAt,
  version: 2,
  amount_captured: 15_000,
  amount_remaining: 25_000,
  captures: [{ to, amount: 15_000, created_at: laterAt }],
};
const rest = { amount_released: 25_000, amount_remaining: 0, ended_at: laterAt };
const released = { ...inParts, ...rest, version: 3, status: 'released' };

const decided = { wallet: to, decision: 'release', decided_at: laterAt };
const undecided = { wallet, decision: null, decided_at: null };
const inEscrow = {
  ...open,
  updated_at: laterAt,
  version: 2,
  escrow: { deciders: [undecided, decided], disputed: false },
};
const escrow = {
  id: holdIds.hld,
  object: 'escrow',
  livemode: false,
  created_at: createdAt,
  updated_at: laterAt,
  version: 2,
  merchant: { name: 'Boutique Awa' },
  amount: 40_000,
  currency: 'XOF',
  description: null,
  status: 'open',
  decision: 'release',
  other_decision: null,
  disputed: false,
  to,
  expires_at,
  ended_at: null,
};

const expired = { ...inParts, ...rest, version: 4, status: 'expired', ended_at: expires_at };

type EventOf<Event> = (type: `hold.${string}` & EventKind, object: object, previous?: object) => Event;
const wasOpen = { status: 'open', amount_released: 0, amount_remaining: 25_000 };

/** The event of each kind, made by `eventOf`. */
export const holdEvents = <Event>(eventOf: EventOf<Event>) => ({
  'hold.created': eventOf('hold.created', open),
  'hold.captured': eventOf('hold.captured', inParts, { amount_captured: 0, amount_remaining: 40_000 }),
  'hold.released': eventOf('hold.released', released, wasOpen),
  'hold.decided': eventOf('hold.decided', inEscrow, {
    escrow: { deciders: [undecided, { ...undecided, wallet: to }], disputed: false },
  }),
  'hold.expiring': eventOf('hold.expiring', { ...inParts, version: 3 }),
  'hold.expired': eventOf('hold.expired', expired, wasOpen),
});

export const holdExamples = {
  createHold: {
    request: { wallet, amount: 40_000, currency: 'XOF', to, expires_at, reference: 'order-77' },
    answer: open,
  },
  listHolds: { answer: { object: 'list', data: [inParts], has_more: false, url: '/api/v1/holds' } },
  getHold: { answer: inParts },
  captureHold: { request: { amount: 15_000 }, answer: inParts },
  releaseHold: { answer: released },
  listEscrows: {
    answer: {
      object: 'list',
      data: [{ ...escrow, updated_at: createdAt, version: 1, decision: null }],
      has_more: false,
      url: '/api/v1/holds/escrows',
    },
  },
  getEscrow: { answer: escrow },
  decideHold: { request: { decision: 'release' }, answer: escrow },
};
