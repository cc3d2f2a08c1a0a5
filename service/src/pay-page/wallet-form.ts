import type { SessionPage } from '../checkout/page.ts';
import { type Html, html } from '../pages/html.ts';
import { chargeLines, dependsOnMethod, totalInput, totalOf } from './charges.ts';
import { addressIn, type Frame } from './frame.ts';
import { describe, type FormProblem, phoneField, problemBox, type Typed } from './pay-form.ts';

/** The login that approves a payment from the payer's own wallet. It leaves no session behind. */
export function walletForm(page: SessionPage, frame: Frame, typed: Typed, problem: FormProblem | null): Html {
  const { words, money } = frame;
  const amount = money(totalOf(page, 'wallet'), page.currency);
  const wallet = page.methods.find(({ rail }) => rail === 'wallet');
  const { payment } = page;
  const isWaiting = page.state === 'waiting' && payment !== null;
  return html`<h2>${words('wallet', { brand: frame.brand })}</h2>
<p>${isWaiting ? words('walletNumber', { phone: payment.maskedPhone }) : words('walletAdvice')}</p>
${wallet && dependsOnMethod(page) && chargeLines(wallet.charge, page, frame)}
${problemBox(frame, problem)}
<form method="post" action="${addressIn(frame, '/wallet')}">
<input type="hidden" name="attempt" value="${page.attempts}">
${wallet && totalInput(wallet)}${!isWaiting && phoneField({ maskedPhone: null }, frame, typed, problem)}
<label for="password">${words('password')}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required
${describe('password', problem)}>
<button>${words('logIn', { amount })}</button>
</form>
${!isWaiting && html`<p><a href="${addressIn(frame)}">${words('otherWay')}</a></p>`}`;
}

/** A code that the payer's account asks for after the password. */
export type WalletChallenge = { readonly id: string; readonly isTotp: boolean };

export function walletCodeForm(
  page: SessionPage,
  frame: Frame,
  given: WalletChallenge,
  problem: FormProblem | null,
): Html {
  const { words, money } = frame;
  return html`<h2>${words('wallet', { brand: frame.brand })}</h2>
<p>${words(given.isTotp ? 'walletCodeTotp' : 'walletCodeSms')}</p>
${problemBox(frame, problem)}
<form method="post" action="${addressIn(frame, '/wallet')}">
<input type="hidden" name="challenge" value="${given.id}">
<input type="hidden" name="way" value="${given.isTotp ? 'totp' : 'sms'}">
<label for="code">${words('walletCode')}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required
${describe('code', problem)}>
<button>${words('approve', { amount: money(totalOf(page, 'wallet'), page.currency) })}</button>
</form>
<p><a href="${addressIn(frame)}">${words('checkAgain')}</a></p>`;
}
