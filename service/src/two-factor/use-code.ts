import { randomInt } from 'node:crypto';
import type { People } from '../accounts/people.ts';
import { type Asker, clearGroup } from '../accounts/places.ts';
import { type AccountRow, selectAccount } from '../accounts/store.ts';
import { tooManyAttempts } from '../accounts/throttle.ts';
import { readTypedCode } from '../core/typed-code.ts';
import type { Tx } from '../db/transaction.ts';
import { type DataKey, hashesUnder, hashUnder } from '../kernel/data-key.ts';
import { Refusal } from '../kernel/refusal.ts';
import { openSecret } from '../kernel/seal.ts';
import { codeGroup, hasRealCodes, isCode } from './challenge.ts';
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

/** A correct code that is not yet spent. */
export type Right = {
  readonly row: ChallengeRow;
  readonly account: AccountRow | null;
  readonly spends: { readonly totpStep?: bigint; readonly recoveryCodes?: readonly Buffer[] };
};

/**
 * Checks a code. The try is counted on the challenge and on the account before the check, and taken back unless the
 * code is wrong.
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
  // Queried even without an account, so that both cases cost the same.
  const [account] = await people.db.query<AccountRow>(selectAccount, [row.account_id]);
  const spends = compare(people, row, account ?? null, code);
  if (!spends || (!account && row.purpose !== 'register')) return 'wrong';
  const right = { row, account: account ?? null, spends };
  return (await isSpent(people, right)) ? 'wrong' : right;
}

/** An authenticator's step or a recovery code that was used before counts as a wrong try. */
async function isSpent(people: People, { row, account, spends }: Right): Promise<boolean> {
  const { totpStep, recoveryCodes } = spends;
  if (totpStep !== undefined) return row.purpose !== 'enable' && account!.totp_step >= totpStep;
  if (recoveryCodes === undefined) return false;
  return (await people.db.query(selectRecoveryCode, [account!.id, recoveryCodes])).length === 0;
}

/** Spends a correct code, in the transaction of the change that it allows. Only one of two concurrent uses succeeds. */
export async function spendCode(tx: Tx, people: People, { row, account, spends }: Right): Promise<void> {
  if ((await tx.query(useChallenge, [row.id])).length === 0) throw new Refusal('challenge_expired');
  if (spends.totpStep !== undefined && row.purpose !== 'enable') {
    const [taken] = await tx.query(takeTotpStep, [account!.id, spends.totpStep]);
    if (!taken) throw new Refusal('invalid_2fa_code');
  }
  if (spends.recoveryCodes) {
    const [used] = await tx.query(useRecoveryCode, [account!.id, spends.recoveryCodes]);
    if (!used) throw new Refusal('invalid_2fa_code');
  }
  if (isAnybodys(row)) await clearGroup(tx, codeGroup(people, row.sent_to!, row.livemode));
  // A code for alerts goes to any address that the person typed, so it proves nothing about the login.
  else if (account && row.purpose !== 'alerts') await tx.query(forgiveAccount, [account.id]);
  if (row.sent_to) await forgetSend(tx, people, { ...row, sentTo: row.sent_to });
}

/** @returns what a correct code spends, or null for a wrong one */
function compare(people: People, row: ChallengeRow, account: AccountRow | null, code: string): Right['spends'] | null {
  if (row.livemode === false && !row.code_hash && !hasRealCodes(people, account?.type ?? row.data.type)) {
    if (code === '000410') throw new Refusal('challenge_expired');
    if (code === '000429') throw tooManyAttempts(row.expires_in);
    if (code === '000000') return {};
  }
  if (row.method !== 'totp') {
    const isRight = row.code_hash && isCode(people.secrets.pepper, row.id, code, row.code_hash);
    return isRight ? {} : null;
  }
  const seed = row.purpose === 'enable' ? sealedSeed(row) : account?.totp_seed;
  if (!seed) return null;
  const step = /^\d{6}$/.test(code)
    ? stepOfCode(openSecret(seed, people.secrets.encryptionKey), code, Date.now())
    : null;
  if (step !== null) return { totpStep: step };
  return row.purpose === 'enable'
    ? null
    : { recoveryCodes: hashesUnder(people.secrets.pepper, recoveryText(account!.id, code)) };
}

/** The seed in a challenge to enable an authenticator, until it is confirmed. */
export const sealedSeed = (row: ChallengeRow) => Buffer.from(String(row.data.seed), 'base64');

/** Codes are compared without their dash and case. */
const recoveryText = (account: string, code: string) =>
  `recovery ${account} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`;

export const hashRecoveryCode = (pepper: DataKey, account: string, code: string): Buffer =>
  hashUnder(pepper, recoveryText(account, code));

/** 50 bits each, without letters that look alike. */
const letters = '23456789abcdefghjkmnpqrstvwxyz';
export function makeRecoveryCode(): string {
  const text = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('');
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}
