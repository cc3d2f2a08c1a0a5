import type { Challenge } from '../../../contract/src/auth.ts';
import type { People } from '../accounts/people.ts';
import { type AccountRow, selectAccountByIdentifier } from '../accounts/store.ts';
import type { Handlers } from '../http/handler.ts';
import type { Caller, Command } from '../kernel/command.ts';
import type { Answer } from '../kernel/operation.ts';
import { Refusal } from '../kernel/refusal.ts';
import { checkPassword } from '../login/check-password.ts';
import { readWorldOfAccount } from './store.ts';
import type { WalletChallenge } from './wallet-form.ts';

export type WalletDeps = {
  readonly people: People;
  readonly approve: Handlers['approvePayment'];
  readonly challenge: Handlers['challengePayment'];
};

/** The request that carries the payer's password or code. */
export type WalletAsker = {
  readonly requestId: string;
  readonly address: string;
  readonly span: NonNullable<Command<unknown>['span']> | null;
  readonly gone: AbortSignal;
};

type Payer = { readonly account: AccountRow; readonly caller: Caller };

/**
 * The payer of this phone and password. It opens no session: the password serves for one payment. An unknown phone and
 * a wrong password are refused alike.
 * @throws Refusal invalid_credentials, too_many_attempts, account_suspended
 */
export async function identifyPayer(
  { people }: Pick<WalletDeps, 'people'>,
  { phone, livemode }: { readonly phone: string; readonly livemode: boolean },
  password: string,
  asker: WalletAsker,
): Promise<Payer> {
  const who = { type: 'customer' as const, identifier: phone, livemode };
  const account = await checkPassword(people, who, password, asker);
  return { account, caller: await callerOf(people, account) };
}

/** @throws Refusal account_suspended: these callers have no session that would be checked */
async function callerOf({ db }: People, account: AccountRow): Promise<Caller> {
  if (account.suspended_at) throw new Refusal('account_suspended');
  const { id, identifier, livemode, two_factor: method } = account;
  return {
    kind: 'customer',
    id,
    world: await readWorldOfAccount(db, id),
    livemode: livemode ?? false,
    owner: { type: 'customer', id },
    scopes: new Set(),
    person: { id, type: 'customer', session: '', identifier, role: null, hasSecondFactor: method !== 'none' },
  };
}

/**
 * Approves a payment for a payer whose password was right.
 * @returns the challenge, where the account or the amount needs a one-time code
 * @throws Refusal as the route of the API
 */
export async function approveAsPayer(
  deps: WalletDeps,
  { account, caller }: Payer,
  payment: string,
  { requestId, address, span }: WalletAsker,
): Promise<WalletChallenge | null> {
  const command = { caller, input: { id: payment }, requestId, address, span, idempotency: null };
  // A login would ask for the second factor of the account, so this approval does.
  if (account.two_factor === 'none') {
    const answer = await deps.approve(command);
    if (answer.refusal?.code !== 'two_factor_required') {
      check(answer);
      return null;
    }
  }
  const opened = JSON.parse(check(await deps.challenge(command)).body) as Challenge;
  return { id: opened.challenge, isTotp: opened.method === 'totp' };
}

/**
 * Approves a payment with the code of a challenge, which only a right password opens.
 * @throws Refusal account_suspended; otherwise as the route of the API
 */
export async function approveWithCode(
  deps: WalletDeps,
  { payment, customer, livemode }: { readonly payment: string; readonly customer: string; readonly livemode: boolean },
  given: { readonly challenge: string; readonly code: string },
  { requestId, address, span }: WalletAsker,
): Promise<void> {
  const { people } = deps;
  const [account] = await people.db.query<AccountRow>(selectAccountByIdentifier, ['customer', customer, livemode]);
  if (!account) throw new Refusal('challenge_expired');
  const caller = await callerOf(people, account);
  const input = { id: payment, ...given };
  check(await deps.approve({ caller, input, requestId, address, span, idempotency: null }));
}

function check(answer: Answer): Answer {
  if (answer.refusal) throw answer.refusal;
  return answer;
}
