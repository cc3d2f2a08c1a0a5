import { createChance } from '../kit/chance.ts';
import type { Kit } from '../kit/kit.ts';

export const CURRENCY = 'KES';

/** A movement of money that the provider took, or refused after it took the request. */
export type Movement = {
  readonly kind: 'collection' | 'incoming' | 'payout' | 'refund';
  /** Our id; '' if the request shows none. */
  readonly reference: string;
  readonly originatorConversationId: string;
  readonly conversationId: string;
  readonly amount: bigint;
  readonly phone: string;
  /** BillRefNumber: what the payer typed, or our AccountReference. */
  readonly account: string;
  readonly startedAt: number;
  receipt: string | null;
  charge: bigint;
  status: 'Initiated' | 'Pending Authorized' | 'Completed' | 'Declined';
  finishedAt: number | null;
  /** By us or by the provider. */
  isReversed: boolean;
};

export type StkPayment = {
  readonly checkoutRequestId: string;
  readonly merchantRequestId: string;
  readonly movement: Movement;
  readonly callbackUrl: string;
  /** Null: the customer has not answered. */
  code: string | null;
  text: string;
};

/** The registered addresses of the short code. */
export type C2bUrls = {
  readonly version: 1 | 2;
  readonly confirmationUrl: string;
  readonly validationUrl: string;
  readonly responseType: 'Completed' | 'Cancelled';
};

/** The provider's memory about our organization. */
export type World = {
  readonly kit: Kit;
  readonly shortCode: string;
  readonly till: string;
  readonly passkey: string;
  readonly stk: Map<string, StkPayment>;
  readonly byReceipt: Map<string, Movement>;
  /** By OriginatorConversationID. */
  readonly byConversation: Map<string, Movement>;
  /** C2B movements in the order of their completion: the transaction pull lists them. */
  readonly pulled: Movement[];
  /** The open session of a phone, and the last payment that it made: STK push refuses a second one. */
  readonly sessions: Map<string, { readonly checkoutRequestId: string; readonly until: number }>;
  readonly lastPaid: Map<string, { readonly amount: bigint; readonly at: number }>;
  /** Requests that wait for POST /_control/answer, by our id. */
  readonly waiting: Map<string, (outcome: string) => void>;
  c2b: C2bUrls | null;
  isPullRegistered: boolean;
  chance(): number;
  /** A number that no other call gets. */
  next(): number;
};

export function openWorld(kit: Kit): World {
  let count = 0;
  return {
    kit,
    // The values of the provider's sandbox, which its documentation publishes.
    shortCode: '174379',
    till: '174380',
    passkey: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
    stk: new Map(),
    byReceipt: new Map(),
    byConversation: new Map(),
    pulled: [],
    sessions: new Map(),
    lastPaid: new Map(),
    waiting: new Map(),
    c2b: null,
    isPullRegistered: false,
    chance: createChance(1),
    next: () => ++count,
  };
}

export type NewMovement = Pick<Movement, 'kind' | 'reference' | 'amount' | 'phone' | 'account'> & {
  readonly originatorConversationId?: string;
};

/** Records a request that the provider took. */
export function openMovement(world: World, given: NewMovement): Movement {
  const originator = given.originatorConversationId ?? originatorIdOf(world);
  const movement: Movement = {
    ...given,
    originatorConversationId: originator,
    conversationId: conversationIdOf(world),
    startedAt: world.kit.now(),
    receipt: null,
    charge: 0n,
    status: 'Initiated',
    finishedAt: null,
    isReversed: false,
  };
  world.byConversation.set(originator, movement);
  return movement;
}

/** Gives a movement its receipt and final status. */
export function finish(world: World, movement: Movement, status: 'Completed' | 'Declined'): string {
  const receipt = receiptOf(world);
  Object.assign(movement, { receipt, status, finishedAt: world.kit.now() });
  world.byReceipt.set(receipt, movement);
  return receipt;
}

/** Nairobi time, UTC+3. @returns for example 2019-12-19T10:21:15 */
export const nairobi = (ms: number): string => new Date(ms + 3 * 3_600_000).toISOString().slice(0, 19);
/** @returns for example 20191219102115 */
export const stampOf = (ms: number): string => nairobi(ms).replace(/\D/g, '');

/** Looks like NLJ7RT61SV: letters of the date, then digits and letters. */
function receiptOf(world: World): string {
  const at = new Date(world.kit.now());
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const date = letters[at.getUTCFullYear() % 26]! + letters[at.getUTCMonth()]! + letters[at.getUTCDate() % 26]!;
  // A multiplier that is coprime to 36^6 spreads the numbers, and each stays unique.
  const number = (world.next() * 1_000_003) % 36 ** 6;
  return `${date}${number.toString(36).toUpperCase().padStart(6, '0')}${letters[at.getUTCHours()]!}`;
}

export const conversationIdOf = (world: World): string =>
  `AG_${stampOf(world.kit.now()).slice(0, 8)}_${world.next().toString(16).padStart(20, '0')}`;
export const originatorIdOf = (world: World): string => `${10_000 + (world.next() % 90_000)}-${world.next()}-1`;
export const checkoutIdOf = (world: World): string =>
  `ws_CO_${stampOf(world.kit.now())}${world.next().toString().padStart(6, '0')}`;
