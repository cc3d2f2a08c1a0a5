import type { People } from '../accounts/people.ts';
import { type Asker, rememberNetwork } from '../accounts/places.ts';
import { type AccountRow, selectAccount } from '../accounts/store.ts';
import { transaction } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type CodeVerdict, judgeCode, spendCode } from '../two-factor/use-code.ts';
import { auditWrongCode } from './audit-failed-login.ts';
import { auditOperatorLogin, type From } from './audit-operator-login.ts';
import { lockCredentials } from './lock-credentials.ts';
import { openAccount } from './register.ts';
import { type Device, issueTokens, startSession } from './start-session.ts';

/** Completes a login or a registration with its code. @returns a Login result */
export async function verifyCode(people: People, given: CodeVerdict, device: Device & From & Asker): Promise<string> {
  try {
    return await passCode(people, given, device);
  } catch (error) {
    // A wrong recovery code is detected only when it is used.
    if (error instanceof Refusal && error.code === 'invalid_2fa_code')
      auditWrongCode(people, given.challenge, { why: 'code', from: device });
    throw error;
  }
}

async function passCode(people: People, given: CodeVerdict, device: Device & From & Asker): Promise<string> {
  const right = await judgeCode(people, given, { purposes: ['login', 'register'] });
  const [id, started] = await transaction(people.db, async (tx) => {
    await spendCode(tx, people, right);
    const account =
      right.row.purpose === 'register' ? await openAccount(tx, people, right.row, device) : right.account!.id;
    if (right.account && !(await lockCredentials(tx, people, account, right.row.data.credentials)))
      throw new Refusal('challenge_expired');
    const started = await startSession(tx, account, device);
    if (right.account) await auditOperatorLogin(tx, right.account, device, { action: 'operator.logged_in' });
    return [account, started] as const;
  });
  const [account] = await people.db.query<AccountRow>(selectAccount, [id]);
  await rememberNetwork(people.db, people, account!, device);
  return issueTokens(people.tokens, account!, started);
}
