import type { PagePayment, SessionPage } from '../checkout/page.ts';
import { type Html, html } from '../pages/html.ts';
import { addressIn, type Frame, webAddress } from './frame.ts';
import { railName } from './methods.ts';
import { type FormProblem, nothingTyped } from './pay-form.ts';
import { walletForm } from './wallet-form.ts';

/** A browser without scripts loads the page again so often, and after two minutes less often. */
const REFRESH_S = 5;
const SLOW_REFRESH_S = 20;
const SLOW_AFTER_MS = 120_000;

type Shown = { readonly notice?: 'other' | 'sent' | null; readonly problem?: FormProblem | null };

/** The page of an unfinished attempt: the payer's next step, the time left, and nothing that pays a second time. */
export function waitingPart(page: SessionPage, frame: Frame, shown: Shown): { title: string; part: Html } {
  const { words } = frame;
  const payment = page.payment!;
  const method = railName(payment.rail, frame);
  const merchant = page.merchant.name;
  const values = { method, merchant, phone: payment.maskedPhone };
  const next = payment.status === 'requires_capture' ? webAddress(page.successUrl) : null;
  const step = stepOf(payment);
  const asks = payment.status === 'requires_action' && payment.nextAction !== null;
  return {
    title: words(step.title),
    part: html`${noticeOf(frame, payment, shown)}
${
  asksForPassword(payment)
    ? null
    : html`<h2>${words(step.title)}</h2>
<p>${words(step.advice, values)}</p>`
}
${asks && actionOf(page, payment, frame, method, shown.problem ?? null)}
${asks && timeLeft(payment, frame, method)}
${next !== null && html`<p><a class="button" href="${next}" rel="noreferrer">${words('backTo', { merchant })}</a></p>`}
<p class="note">${words('payOnce')}</p>
<p><a class="button plain" href="${addressIn(frame)}">${words('checkAgain')}</a></p>`,
  };
}

type Step = { readonly title: 'waiting' | 'starting' | 'processing' | 'held'; readonly advice: AdviceKey };
type AdviceKey =
  | 'heldAdvice'
  | 'startingAdvice'
  | 'processingAdvice'
  | 'waitPrompt'
  | 'waitRedirect'
  | 'waitCode'
  | 'waitWallet';
const advices = { prompt: 'waitPrompt', redirect: 'waitRedirect', otp: 'waitCode', in_app: 'waitWallet' } as const;

function stepOf({ status, nextAction }: PagePayment): Step {
  if (status === 'requires_action' && nextAction) return { title: 'waiting', advice: advices[nextAction.type] };
  if (status === 'requires_capture') return { title: 'held', advice: 'heldAdvice' };
  if (status === 'pending') return { title: 'starting', advice: 'startingAdvice' };
  return { title: 'processing', advice: 'processingAdvice' };
}

const asksForPassword = ({ status, nextAction }: PagePayment): boolean =>
  status === 'requires_action' && nextAction?.type === 'in_app';

function actionOf(page: SessionPage, payment: PagePayment, frame: Frame, method: string, problem: FormProblem | null) {
  if (payment.expiresAt.getTime() <= Date.now()) return null;
  if (asksForPassword(payment)) return walletForm(page, frame, nothingTyped, problem);
  const address = webAddress(payment.nextAction?.redirect_url);
  if (address === null) return null;
  return html`<p><a class="button" href="${address}" rel="noreferrer">${frame.words('waitOpen', { method })}</a></p>`;
}

/** The script counts down from here, so the device's own clock does not matter. */
function timeLeft({ expiresAt }: PagePayment, { words }: Frame, method: string): Html {
  const seconds = Math.floor((expiresAt.getTime() - Date.now()) / 1_000);
  if (seconds <= 0) return html`<p class="state wait">${words('timeOver', { method })}</p>`;
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return html`<p>${words('timeLeft')} <b data-left="${seconds}">${clock}</b></p>`;
}

function noticeOf({ words }: Frame, { maskedPhone }: PagePayment, { notice }: Shown): Html | null {
  if (notice === 'other') return html`<p class="error">${words('otherPhone', { phone: maskedPhone })}</p>`;
  return notice === 'sent' ? html`<p class="note">${words('sentBefore', { phone: maskedPhone })}</p>` : null;
}

/** Null where nothing changes by itself, or where the payer may be typing a password. */
export function refreshSeconds({ state, payment }: SessionPage): number | null {
  if (state !== 'waiting' || payment === null || asksForPassword(payment)) return null;
  return Date.now() - payment.createdAt.getTime() < SLOW_AFTER_MS ? REFRESH_S : SLOW_REFRESH_S;
}
