import type { NotTaken } from '../../core/payment.ts';
import { derivedUuid } from '../derived-uuid.ts';
import type { MoneyOutAnswer } from '../rail.ts';
import { type Initiation, type PawapayState, readState } from './answers.ts';
import { balanceAtPawapay } from './balance.ts';
import type { PawapayRail } from './client.ts';
import { pawapayPace } from './pace.ts';

/** A payout or a refund, as this file needs it. */
export type OutgoingRecord = {
  readonly id: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly sentAt: Date;
};
export type OutgoingKind = {
  readonly operation: 'pay_out' | 'refund';
  readonly path: '/v2/payouts' | '/v2/refunds';
};
export type LatestAttempt = { readonly attempt: number; readonly handle: string; readonly state: PawapayState };

/** An attempt is added only when the wallet held enough and pawaPay still said that it did not. */
const MOST_ATTEMPTS = 20;
const FLOAT_RETRY_MS = 60_000;

/** Whether pawaPay's id belongs to one of ours, in any attempt. */
export function isOutgoingId(handle: string, id: string): boolean {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    if (derivedUuid(id, attempt) === handle) return true;
  }
  return false;
}

/**
 * The answer after the first attempt was sent. A duplicate of it is looked for; if all attempts before failed because
 * our wallet was empty, which is final, the next one is sent once the wallet holds enough.
 * @param send sends an attempt
 */
export async function afterSending(
  rail: PawapayRail,
  kind: OutgoingKind,
  record: OutgoingRecord,
  initiation: Initiation,
  send: (attempt: number) => Promise<Initiation>,
): Promise<MoneyOutAnswer> {
  if (initiation.kind !== 'duplicate') return answerTo(initiation, derivedUuid(record.id));
  const latest = await findLatest(rail, kind, record.id);
  if (latest.state.kind !== 'not_found') return outgoingAnswer(latest, record, rail.now());
  if (latest.attempt === 1) return { state: 'pending', handle: latest.handle };
  const balances = await balanceAtPawapay(rail).catch(() => []);
  if (!balances.some(({ available }) => available >= record.amount)) return emptyFloat;
  return answerTo(await send(latest.attempt), latest.handle);
}

/** Reads the state of a payout or refund. */
export async function checkOutgoing(
  rail: PawapayRail,
  kind: OutgoingKind,
  record: OutgoingRecord,
): Promise<MoneyOutAnswer> {
  const latest = await findLatest(rail, kind, record.id);
  // The attempt before failed for want of money, and this one never arrived. It is sent under the same id.
  if (latest.attempt > 1 && latest.state.kind === 'not_found') return emptyFloat;
  return outgoingAnswer(latest, record, rail.now());
}

/** The first attempt that did not fail for a fault of ours. */
async function findLatest(rail: PawapayRail, { operation, path }: OutgoingKind, id: string): Promise<LatestAttempt> {
  for (let attempt = 1; ; attempt++) {
    const handle = derivedUuid(id, attempt);
    const response = await rail.client.get(`${path}/${handle}`);
    const state = readState(response, operation, rail.exponent);
    const isOver = state.kind !== 'failed' || !state.isOurFault || attempt === MOST_ATTEMPTS;
    if (isOver) return { attempt, handle, state };
  }
}

const emptyFloat: NotTaken = {
  state: 'not_taken',
  fault: 'float',
  why: 'the wallet at pawaPay holds too little money',
  retryAfterMs: FLOAT_RETRY_MS,
};

function answerTo(initiation: Initiation, handle: string): MoneyOutAnswer {
  switch (initiation.kind) {
    case 'failed':
      return { state: 'failed', failure: initiation.failure, handle };
    case 'not_taken':
      return initiation.answer;
    default:
      return { state: 'pending', handle };
  }
}

export function outgoingAnswer(
  { state, handle }: Omit<LatestAttempt, 'attempt'>,
  { amount, currency, sentAt }: Omit<OutgoingRecord, 'id'>,
  nowMs: number,
): MoneyOutAnswer {
  switch (state.kind) {
    case 'not_found':
      return { state: 'not_found' };
    case 'completed': {
      // Another amount is not a success. The record stays open for an operator.
      if (state.amount !== amount || state.currency !== currency) return { state: 'pending', handle };
      return { state: 'succeeded', railReference: state.railReference ?? handle, handle };
    }
    case 'failed':
      return { state: 'failed', failure: state.failure, handle };
    case 'open':
      return { state: 'pending', handle, ...(state.isReconciled ? {} : pawapayPace(nowMs - sentAt.getTime())) };
    default:
      return { state: 'pending', handle };
  }
}
