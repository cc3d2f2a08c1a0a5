import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Challenge, CodeMethod } from '../../../contract/src/auth.ts';
import type { AccountType } from '../../../contract/src/route.ts';
import type { CodeMessage, People } from '../accounts/people.ts';
import { type Asker, type NetworkPlace, requesterOf, type WithSubjectKey } from '../accounts/places.ts';
import { subjectOf, tooManyAttempts } from '../accounts/throttle.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { type DataKey, hashesUnder, hashUnder } from '../kernel/data-key.ts';
import { newId } from '../kernel/new-id.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { MOST_RESENDS, RESEND_AFTER_S } from './limits.ts';
import { findPlaceOf } from './place-of-challenge.ts';
import { reserveSend } from './reserve-send.ts';
import {
  type ChallengeRow,
  endChallenges,
  insertChallenge,
  isAnybodys,
  type Purpose,
  resendChallenge,
  selectOpen,
} from './store.ts';

/** Long enough for an SMS to arrive, and too short for a code that is found later. */
const LIFETIME_SECONDS = 300;

export type NewChallenge = {
  /** Null: this phone or address has no account, and nothing is sent. */
  readonly account: { readonly id: string; readonly type?: AccountType } | null;
  /** E.164 or e-mail address. */
  readonly sentTo: string;
  readonly livemode: boolean | null;
  readonly purpose: Purpose;
  readonly method: CodeMethod;
  readonly language: string;
  readonly data?: ChallengeRow['data'];
  /** The address of the request. */
  readonly address?: string | undefined;
  readonly payment?: CodeMessage['payment'];
  /**
   * The network or device of the request, for codes that anybody can request: a new challenge ends only challenges of
   * the same place.
   */
  readonly place?: NetworkPlace;
};

/** Opens a challenge, which replaces the earlier one, and sends its code. @returns the serialised Challenge */
export async function openChallenge(people: People, wanted: NewChallenge): Promise<string> {
  const code = codeFor(people, wanted);
  if (code !== null) {
    people.checkRoom(channelOf(wanted.method), 'code');
    await reserveSend(people, wanted);
  }
  return transaction(people.db, (tx) => replaceChallenge(tx, people, wanted, code));
}

/**
 * The same within a transaction: if it rolls back, nothing was opened, counted or sent. A message is counted after its
 * challenge, in the lock order of spending a code.
 * @throws Refusal too_many_attempts
 */
export async function openChallengeIn(tx: Tx, people: People, wanted: NewChallenge): Promise<string> {
  const code = codeFor(people, wanted);
  if (code !== null) people.checkRoom(channelOf(wanted.method), 'code');
  const challenge = await replaceChallenge(tx, people, wanted, code);
  if (code !== null) await reserveSend(people, wanted, tx);
  return challenge;
}

async function replaceChallenge(tx: Tx, people: People, wanted: NewChallenge, code: string | null): Promise<string> {
  const { account, sentTo, livemode, purpose, method, language, payment } = wanted;
  const data: ChallengeRow['data'] = {
    ...wanted.data,
    ...(payment ? { ...payment, amount: String(payment.amount) } : {}),
    ...(wanted.place ? { requester: requesterOf(people, wanted.place) } : {}),
  };
  const id = newId('ch');
  await tx.query(endChallenges, [
    account?.id ?? null,
    sentTo,
    purpose,
    livemode,
    data.type ?? null,
    data.requester ?? null,
  ]);
  const hash = code && hashCode(people.secrets.pepper, id, code);
  const kept = JSON.stringify({ ...data, language });
  const values = [id, account?.id ?? null, sentTo, livemode, purpose, method, hash, kept, LIFETIME_SECONDS];
  await tx.query(insertChallenge, values);
  const isSomebody = account !== null || purpose === 'register';
  if (code !== null && isSomebody) {
    const message = { to: sentTo, by: channelOf(method), purpose, code, language, ...(payment ? { payment } : {}) };
    tx.afterCommit(() => people.sendCode(message));
  }
  return render(id, method, LIFETIME_SECONDS);
}

/** A new code for an open challenge. */
export async function resendCode(people: People, id: string, asker: Asker = {}): Promise<string> {
  const [open] = await people.db.query<ChallengeRow & { resends: number; wait: number }>(selectOpen, [id]);
  if (!open) throw new Refusal('challenge_expired');
  if (open.method === 'totp') throw invalidField('challenge', 'authenticator_shows_codes');
  if (open.resends >= MOST_RESENDS)
    throw tooManyAttempts(
      Math.max(open.expires_in, 1),
      'The code was already sent again three times. Use the newest code, or start again for a new challenge.',
    );
  if (open.wait > 0) throw tooSoon(open.wait);
  const code = open.code_hash ? makeCode(open.data.longCode === true) : null;
  if (code !== null) {
    people.checkRoom(channelOf(open.method), 'code');
    const place = isAnybodys(open) ? await findPlaceOf(people, open, asker) : undefined;
    await reserveSend(people, { ...open, sentTo: open.sent_to!, place, address: asker.address });
  }
  const hash = code && hashCode(people.secrets.pepper, id, code);
  const [row] = await people.db.query<ChallengeRow>(resendChallenge, [id, hash]);
  // A concurrent resend came first.
  if (!row) throw tooSoon(RESEND_AFTER_S);
  const { purpose, method, sent_to: to, account_id: account, data } = row;
  if (code !== null && (account !== null || purpose === 'register')) {
    people.sendCode({
      to: to!,
      by: channelOf(method),
      purpose,
      code,
      language: String(data.language ?? 'en'),
      ...paymentIn(data),
    });
  }
  return render(id, method, row.expires_in);
}

/** The payment's details in an approval challenge, for a code that is sent again. */
function paymentIn({ merchant, amount, currency }: ChallengeRow['data']): Pick<CodeMessage, 'payment'> {
  if (!merchant) return {};
  return { payment: { merchant: String(merchant), amount: BigInt(String(amount)), currency: String(currency) } };
}

/** `long`: ten digits, for codes that strangers may guess from any number of networks. */
export function makeCode(long: boolean): string {
  const digits = long ? 10 : 6;
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

/** Test customers are sent nothing, and their code is `000000` (docs/testing.md, "One-time codes"). */
function codeFor(people: People, { method, livemode, account, data }: NewChallenge): string | null {
  if (method === 'totp') return null;
  const type = account?.type ?? data?.type;
  return livemode !== false || hasRealCodes(people, type) ? makeCode(data?.longCode === true) : null;
}

/** A merchant's test login gives access to its request log, so knowing the phone must not be enough. */
export const hasRealCodes = ({ testCodes }: Pick<People, 'testCodes'>, type: unknown) =>
  testCodes !== null && type === 'merchant';

const channelOf = (method: CodeMethod): CodeMessage['by'] => (method === 'email' ? 'email' : 'sms');

/** One-time codes are stored as HMACs that are valid only for their challenge. */
export const hashCode = (pepper: DataKey, challenge: string, code: string): Buffer =>
  hashUnder(pepper, codeText(challenge, code));

export const isCode = (pepper: DataKey, challenge: string, code: string, hash: Buffer): boolean =>
  hashesUnder(pepper, codeText(challenge, code)).some(
    (own) => own.length === hash.length && timingSafeEqual(own, hash),
  );

const codeText = (challenge: string, code: string) => `code ${challenge} ${code}`;

/**
 * Anybody can request a code that sets a new password, so tries of these count for the recipient, whether or not it has
 * an account. Wrong codes neither reveal an account nor block its owner's login codes.
 */
export const codeGroup = (people: WithSubjectKey, to: string, livemode: boolean | null) =>
  subjectOf(people.secrets.subjectKey, 'code', to, livemode);

function tooSoon(seconds: number): Refusal {
  return new Refusal('resend_too_soon', `Wait ${seconds} seconds`, { headers: { 'Retry-After': String(seconds) } });
}

function render(challenge: string, method: CodeMethod, expiresIn: number): string {
  return JSON.stringify({ challenge, method, expires_in: expiresIn } satisfies Challenge);
}
