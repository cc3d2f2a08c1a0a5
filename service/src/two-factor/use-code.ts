import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { People } from '../accounts/people.ts';
import { type Asker, clearGroup } from '../accounts/places.ts';
import { type AccountRow, selectAccount } from '../accounts/store.ts';
import { tooManyAttempts } from '../accounts/throttle.ts';
import { readTypedCode } from '../core/typed-code.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { openSecret } from '../kernel/seal.ts';
import { codeGroup, hashCode, hasRealCodes } from './challenge.ts';
import { type Expected, reserveCode, takeBackCode } from './reserve-code.ts';
import { forgetSend } from './reserve-send.ts';
import {
  type ChallengeRow,
  forgiveAccount,
  isAnybodys,
  selectRecoveryCode,
  takeTotpStep,
  useChallenge,
  useRecoveryCode,
} from './store.ts';
import { stepOfCode } from './totp.ts';

export type CodeVerdict = { readonly challenge: string; readonly code: string };

/** What proves itself: not yet spent. */
export type Right = {
  readonly row: ChallengeRow;
  readonly account: AccountRow | null;
  readonly spends: { readonly totpStep?: bigint; readonly recoveryCode?: Buffer };
};

/**
 * Judges a code. The try is counted, on the challenge and on the account, before the code is looked at, and taken back unless
 * the code is wrong.
 * @throws Refusal invalid_2fa_code, challenge_expired, too_many_attempts
 */
export async function judgeCode(
  people: People,
  given: CodeVerdict,
  expected: Expected,
  asker: Asker = {},
): Promise<Right> {
  const reserved = await reserveCode(people, given.challenge, expected, asker);
  let verdict: Right | 'wrong' | undefined;
  try {
    verdict = await checkCode(people, reserved.row, readTypedCode(given.code));
  } finally {
    if (verdict !== 'wrong') await takeBackCode(people, reserved);
  }
  if (verdict === 'wrong') throw new Refusal('invalid_2fa_code');
  return verdict;
}

async function checkCode(people: People, row: ChallengeRow, code: string): Promise<Right | 'wrong'> {
  // Looked for where nobody is behind it too, so that both cost the same.
  const [account] = await people.db.query<AccountRow>(selectAccount, [row.account_id]);
  const spends = compare(people, row, account ?? null, code);
  if (!spends || (!account && row.purpose !== 'register')) return 'wrong';
  const right = { row, account: account ?? null, spends };
  return (await isSpent(people, right)) ? 'wrong' : right;
}

/** A step of an authenticator or a recovery code that was used before: a try of it is a wrong one, and is counted. */
async function isSpent(people: People, { row, account, spends }: Right): Promise<boolean> {
  const { totpStep, recoveryCode } = spends;
  if (totpStep !== undefined) return row.purpose !== 'enable' && account!.totp_step >= totpStep;
  if (recoveryCode === undefined) return false;
  return (await people.db.query(selectRecoveryCode, [account!.id, recoveryCode])).length === 0;
}

/** Spends what was judged right, in the transaction of what it allows. Of two at once, one is. */
export async function spendCode(tx: Tx, people: People, { row, account, spends }: Right): Promise<void> {
  if ((await tx.query(useChallenge, [row.id])).length === 0) throw new Refusal('challenge_expired');
  if (spends.totpStep !== undefined && row.purpose !== 'enable') {
    const [taken] = await tx.query(takeTotpStep, [account!.id, spends.totpStep]);
    if (!taken) throw new Refusal('invalid_2fa_code');
  }
  if (spends.recoveryCode) {
    const [used] = await tx.query(useRecoveryCode, [account!.id, spends.recoveryCode]);
    if (!used) throw new Refusal('invalid_2fa_code');
  }
  if (isAnybodys(row)) await clearGroup(tx, codeGroup(people, row.sent_to!, row.livemode));
  else if (account) await tx.query(forgiveAccount, [account.id]);
  if (row.sent_to) await forgetSend(tx, people, { ...row, sentTo: row.sent_to });
}

/** @returns what the right code spends, or null for a wrong one */
function compare(people: People, row: ChallengeRow, account: AccountRow | null, code: string): Right['spends'] | null {
  if (row.livemode === false && !row.code_hash && !hasRealCodes(people, account?.type ?? row.data.type)) {
    if (code === '000410') throw new Refusal('challenge_expired');
    if (code === '000429') throw tooManyAttempts(row.expires_in);
    if (code === '000000') return {};
  }
  if (row.method !== 'totp') {
    const isRight = row.code_hash && timingSafeEqual(hashCode(people.secrets.pepper, row.id, code), row.code_hash);
    return isRight ? {} : null;
  }
  const seed = row.purpose === 'enable' ? sealedSeed(row) : account?.totp_seed;
  if (!seed) return null;
  const step = /^\d{6}$/.test(code)
    ? stepOfCode(openSecret(seed, people.secrets.encryptionKey), code, Date.now())
    : null;
  if (step !== null) return { totpStep: step };
  return row.purpose === 'enable' ? null : { recoveryCode: hashRecoveryCode(people.secrets.pepper, account!.id, code) };
}

/** The seed that a challenge to enable carries until it is confirmed. */
export const sealedSeed = (row: ChallengeRow) => Buffer.from(String(row.data.seed), 'base64');

/** What a person types back: the dash and the case do not matter. */
export function hashRecoveryCode(pepper: Buffer, account: string, code: string): Buffer {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return createHmac('sha256', pepper).update(`recovery ${account} ${plain}`).digest();
}

/** 50 bits each, without letters that look alike. */
const letters = '23456789abcdefghjkmnpqrstvwxyz';
export function makeRecoveryCode(): string {
  const text = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('');
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}
