import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../../contract/src/errors.ts';
import type { FailureCode } from '../../../contract/src/payments.ts';
import type { EndInput } from '../checkout/page.ts';
import { Refusal } from '../kernel/refusal.ts';
import { formOf } from '../pages/scope.ts';
import { readTotal, totalField } from './charges.ts';
import type { Frame } from './frame.ts';
import { type FormProblem, nothingTyped } from './pay-form.ts';
import {
  approveAsPayer,
  approveWithCode,
  identifyPayer,
  type WalletAsker,
  type WalletDeps,
} from './pay-from-wallet.ts';
import { attemptProblem, walletProblem } from './problems.ts';
import { readPayer } from './store.ts';
import { type FormAnswer, type FormDeps, noticeOf, readAttempt, readTypedPhone } from './take-pay-form.ts';

export type WalletFormDeps = FormDeps & WalletDeps & { readonly end: (input: EndInput) => Promise<void> };
type Asked = {
  readonly request: FastifyRequest;
  readonly token: string;
  readonly frame: Frame;
  readonly asker: WalletAsker;
};

/**
 * Refusals of an approval that no second try changes: the attempt fails with this reason, and the payer may pay in
 * another way at once. Wrong codes and too many tries leave it waiting.
 */
const endings: Readonly<Partial<Record<ErrorCode, FailureCode>>> = {
  insufficient_funds: 'insufficient_funds',
  limit_exceeded: 'customer_limit_reached',
  kyc_required: 'customer_limit_reached',
  wallet_frozen: 'rail_error',
  wallet_closed: 'rail_error',
  // The payer has no wallet in this currency. The approval's time may also be over, which ends the attempt by itself.
  payment_not_approvable: 'customer_not_found',
};

/**
 * Pays from the payer's own wallet. The password is checked before the attempt begins, so that nobody learns whether a
 * phone has a wallet, and no attempt is spent on a wrong password.
 */
export async function takeWalletForm(asked: Asked, deps: WalletFormDeps): Promise<FormAnswer> {
  const page = await deps.read(asked.token, null);
  if (page?.kind !== 'session') return { gone: true };
  const form = formOf(asked.request.body);
  const isWaiting = page.state === 'waiting' && page.payment?.rail === 'wallet';
  const challenge = form.get('challenge');
  const typed = { ...nothingTyped, phone: form.get('phone')?.trim() ?? '' };
  // The forms without a phone are the payer's of the payment that has begun.
  if (page.state !== 'ready' && !isWaiting)
    return { notice: form.has('phone') ? noticeOf(page, readTypedPhone(typed.phone), page) : null };
  try {
    if (challenge !== null && challenge !== '') return await takeCode(asked, page, challenge, deps);
    return await takePassword(asked, page, typed.phone, deps);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const after = await refreshed(asked, page, deps);
    const problem = problemOf(error.code, after, asked.frame);
    const isCode = error.code === 'invalid_2fa_code' && challenge;
    const shown = isCode ? { challenge: { id: challenge, isTotp: form.get('way') === 'totp' } } : { wallet: true };
    return { page: after, status: 422, shown: { ...shown, typed, problem } };
  }
}

type Page = Extract<NonNullable<Awaited<ReturnType<FormDeps['read']>>>, { kind: 'session' }>;

/** The page after a refusal: the attempt may have begun meanwhile. */
async function refreshed({ token }: Asked, page: Page, { read }: WalletFormDeps): Promise<Page> {
  const now = await read(token, null);
  return now?.kind === 'session' ? now : page;
}

/** A payer without a wallet in this currency reads so. The API does not tell that from an approval that comes late. */
function problemOf(code: ErrorCode, { payment }: Page, frame: Frame): FormProblem {
  const hasNone = code === 'payment_not_approvable' && payment?.failure === 'customer_not_found';
  return hasNone ? { text: frame.words('customer_not_found'), field: null } : walletProblem(code, frame);
}

/** Approves a payment that has begun, and ends its attempt if the wallet refuses it. */
async function approveOrEnd<Result>(
  token: string,
  payment: string,
  { end }: WalletFormDeps,
  approve: () => Promise<Result>,
): Promise<Result> {
  try {
    return await approve();
  } catch (error) {
    const failure = error instanceof Refusal ? endings[error.code] : undefined;
    if (failure) await end({ token, payment, failure });
    throw error;
  }
}

async function takePassword(asked: Asked, page: Page, typedPhone: string, deps: WalletFormDeps): Promise<FormAnswer> {
  const { request, token, frame, asker } = asked;
  const form = formOf(request.body);
  const waiting = page.state === 'waiting' ? await readPayer(deps.people.db, token) : null;
  const phone = waiting?.customer ?? readTypedPhone(typedPhone);
  if (phone === null) {
    const problem = { text: frame.words('phoneInvalid'), field: 'phone' } as const;
    return { page, status: 422, shown: { wallet: true, typed: { ...nothingTyped, phone: typedPhone }, problem } };
  }
  const payer = await identifyPayer(deps, { phone, livemode: page.livemode }, form.get('password') ?? '', asker);
  const begun = waiting?.payment ?? (await beginFromWallet(asked, page, { phone, typed: typedPhone }, deps));
  if (typeof begun !== 'string') return begun;
  const challenge = await approveOrEnd(token, begun, deps, () => approveAsPayer(deps, payer, begun, asker));
  return challenge ? { page: await refreshed(asked, page, deps), status: 200, shown: { challenge } } : { notice: null };
}

/** @returns the payment, or the answer if no attempt began */
async function beginFromWallet(
  asked: Asked,
  page: Page,
  { phone, typed }: { readonly phone: string; readonly typed: string },
  deps: WalletFormDeps,
): Promise<string | FormAnswer> {
  const { request, token, frame, asker } = asked;
  const form = formOf(request.body);
  const attempt = readAttempt(form.get('attempt'));
  const total = readTotal(form.get(totalField('wallet')));
  const { requestId, address, span } = asker;
  const how = { phone, method: 'wallet', code: null, attempt, total };
  const result = await deps.attempt({ token, ...how, requestId, address, span });
  if (result.outcome === 'started') return result.payment;
  if (result.reason === 'not_found') return { gone: true };
  const problem = attemptProblem(result, page.merchant.name, frame);
  if (!problem) return { notice: noticeOf(await deps.read(token, null), phone, page) };
  const shown = { wallet: true, typed: { ...nothingTyped, phone: typed }, problem };
  const now = result.reason === 'total_changed' ? await refreshed(asked, page, deps) : page;
  return { page: now, status: 422, shown, retryAfterS: result.retryAfterSeconds };
}

async function takeCode(asked: Asked, page: Page, challenge: string, deps: WalletFormDeps): Promise<FormAnswer> {
  const { request, token, asker } = asked;
  const payer = /^\w{1,64}$/.test(challenge) ? await readPayer(deps.people.db, token) : null;
  if (!payer) throw new Refusal('challenge_expired');
  const given = { challenge, code: (formOf(request.body).get('code') ?? '').slice(0, 20) };
  await approveOrEnd(token, payer.payment, deps, () =>
    approveWithCode(deps, { ...payer, livemode: page.livemode }, given, asker),
  );
  return { notice: null };
}
