import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { createPasswords } from '../accounts/passwords.ts';
import type { Doer } from '../audit/record.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { newId } from '../kernel/new-id.ts';
import { Refusal } from '../kernel/refusal.ts';
import { createOperator } from '../operators/create-operator.ts';
import { type AccountStandingRow, lockOperator } from '../operators/store.ts';
import { suspendOne } from '../operators/suspend.ts';
import { type Call, caller, chapter, expect, say } from './print.ts';

export type DemoOperator = { readonly email: string; readonly password: string };

const by: Doer = { actor: { type: 'admin', id: 'demo' } };

const team = [
  { name: 'Demo Maker', role: 'finance' },
  { name: 'Demo Checker', role: 'finance' },
  { name: 'Demo Compliance', role: 'compliance' },
  { name: 'Demo Admin', role: 'admin' },
] as const;

/** Creates two finance operators, one for compliance and an admin, for the duration of the story. */
export async function hireOperators(db: Database, config: Config): Promise<DemoOperator[]> {
  const passwords = createPasswords({ memoryMib: config.PASSWORD_MEMORY, passes: config.PASSWORD_PASSES });
  const operators: DemoOperator[] = [];
  for (const { name, role } of team) {
    const email = `${newId('opr')}@demo.example`;
    const text = randomBytes(18).toString('base64url');
    const hash = await passwords.hash(text);
    const operator = { email, name, role };
    const made = await transaction(db, (tx) => createOperator(tx, operator, by, { hash, text }));
    if (made instanceof Refusal) throw made;
    operators.push({ email, password: text });
  }
  return operators;
}

export async function dismissOperators(db: Database, operators: readonly DemoOperator[]): Promise<void> {
  for (const { email } of operators) {
    await transaction(db, async (tx) => {
      const [account] = await tx.query<AccountStandingRow>(lockOperator, [email]);
      await suspendOne(tx, account!, 'the demo is over', by);
    });
  }
}

/** Money that arrived at a bank: one operator requests the funding, another approves it. */
export async function showOperators(base: string, two: readonly DemoOperator[], wallet: string): Promise<void> {
  chapter('Two operators');
  const [maker, checker] = (await Promise.all(two.slice(0, 2).map((one) => logInAsOperator(base, one)))) as [
    Call,
    Call,
  ];
  say('both logged in and turned on an authenticator');
  const slip = { wallet, amount: 5_000, reference: newId('req'), reason: 'Bank transfer of this morning' };
  const asked = (await maker('POST', '/operator/cash_ins', slip)).body;
  say(`POST /operator/cash_ins → ${asked.id}, ${asked.status}`);
  const alone = await maker('POST', `/operator/approvals/${asked.id}/approve`);
  expect(alone.status === 403, 'an operator cannot approve their own request');
  say(`the operator who requested it cannot approve it: ${alone.body.error.message}`);
  const approved = (await checker('POST', `/operator/approvals/${asked.id}/approve`)).body;
  expect(approved.status === 'approved', 'another operator approves');
  say(`another operator can: ${approved.status}, 5000 XOF are in the wallet`);
}

/** Logs an operator in and turns on an authenticator. @returns their calls */
export async function logInAsOperator(base: string, { email, password }: DemoOperator): Promise<Call> {
  const nobody = caller({ base, key: '' });
  const { access_token: key } = (await nobody('POST', '/auth/operator/login', { email, password })).body;
  const call = caller({ base, key });
  const { challenge, secret } = (await call('POST', '/auth/2fa/enable', { method: 'totp', password })).body;
  const confirmed = await call('POST', '/auth/2fa/confirm', { challenge, code: new TOTP({ secret }).generate() });
  expect(confirmed.body.two_factor === 'totp', 'an authenticator is on');
  return call;
}
