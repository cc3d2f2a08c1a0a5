import type { FailureCode } from '../../../contract/src/payments.ts';
import type { SessionPage } from '../checkout/page.ts';
import { type Html, html } from '../pages/html.ts';
import { chargeLines, dependsOnMethod, knownCharge } from './charges.ts';
import { addressIn, type Frame, renderFrame, webAddress } from './frame.ts';
import { type FormProblem, nothingTyped, payForm, type Typed } from './pay-form.ts';
import { refreshSeconds, waitingPart } from './waiting-part.ts';
import { type WalletChallenge, walletCodeForm, walletForm } from './wallet-form.ts';

/** `other`: another payer was first. `sent`: the same form was sent before. */
export type PageNotice = 'other' | 'sent';

export type Shown = {
  readonly typed?: Typed;
  readonly problem?: FormProblem | null;
  readonly notice?: PageNotice | null;
  /** The page shows the login of the payer's own wallet. */
  readonly wallet?: boolean;
  readonly challenge?: WalletChallenge | null;
  /** Only the methods of the typed phone are shown. */
  readonly narrowed?: boolean;
  /** The versions of the session and its payment, read before the page. */
  readonly version?: string;
  /** The receipt of a paid session: its address, `none` before somebody asked for it, or `closed`. */
  readonly receipt?: { readonly url: string } | 'none' | 'closed';
};

/** The page of a checkout session, in whatever state it is. */
export function renderSessionPage(page: SessionPage, frame: Frame, shown: Shown): string {
  const { title, part } = partOf(page, frame, shown);
  const isOpen = page.state === 'ready' || page.state === 'waiting';
  const { version } = shown;
  return renderFrame(frame, {
    merchant: page.merchant,
    livemode: page.livemode,
    title,
    body: html`${purchase(page, frame)}
<div class="card" id="now">
${part}
</div>`,
    ...(isOpen && version ? { live: { events: addressIn(frame, '/events'), state: version } } : {}),
    refreshS: shown.challenge ? null : refreshSeconds(page),
  });
}

type Part = { readonly title: string | null; readonly part: Html };

function partOf(page: SessionPage, frame: Frame, shown: Shown): Part {
  const { words } = frame;
  const merchant = page.merchant.name;
  const advice = (title: Parameters<typeof words>[0], text: Parameters<typeof words>[0], more: Html | null = null) => ({
    title: words(title),
    part: html`<h2>${words(title)}</h2>
<p>${words(text, { merchant })}</p>${more}`,
  });
  if (shown.challenge) {
    const { challenge, problem = null } = shown;
    return { title: words('waiting'), part: walletCodeForm(page, frame, challenge, problem) };
  }
  switch (page.state) {
    case 'ready':
      return readyPart(page, frame, shown);
    case 'waiting':
      return waitingPart(page, frame, shown);
    case 'completed':
      return paidPart(page, frame, shown);
    case 'expired':
      return advice('expired', 'expiredAdvice', html`${failureOf(page, frame)}${startAgain(page, frame)}`);
    case 'sold_out':
      return advice('soldOut', 'soldOutAdvice', checkAgain(frame));
    case 'attempts_used':
      return advice('attemptsUsed', 'attemptsUsedAdvice', failureOf(page, frame));
  }
}

function purchase(page: SessionPage, frame: Frame): Html {
  const { words, money } = frame;
  const { currency, quantity, title, description, merchant } = page;
  const holds = page.holds && page.state !== 'completed';
  const amount = page.holds && page.state === 'completed' && page.payment ? page.payment.amount : page.amount;
  const unit = quantity > 1 && amount % BigInt(quantity) === 0n ? amount / BigInt(quantity) : null;
  return html`<div class="card">
${title !== null && html`<h2>${title}</h2>`}
<p class="amount">${money(amount, currency)}</p>
${unit !== null && html`<p class="note">${words('units', { quantity, amount: money(unit, currency) })}</p>`}
${description !== null && html`<p class="text">${description}</p>`}
${chargeLines(knownCharge(page), page, frame)}
${dependsOnMethod(page) && html`<p class="note">${words('feeVaries')}</p>`}
${holds && html`<p class="note">${words('holdsFirst', { merchant: merchant.name })}</p>`}
</div>`;
}

function readyPart(page: SessionPage, frame: Frame, shown: Shown): Part {
  const { typed = nothingTyped, problem = null, wallet = false, narrowed = false } = shown;
  const form = wallet ? walletForm(page, frame, typed, problem) : payForm(page, frame, typed, problem, narrowed);
  const hasFailed = page.payment?.failure !== null && page.payment !== null;
  return {
    title: hasFailed && !problem ? frame.words('failed') : null,
    part: html`${hasFailed && !problem && failureOf(page, frame, 'tryAgain')}${form}`,
  };
}

const failureText = (code: FailureCode) =>
  code === 'recipient_not_found' || code === 'recipient_cannot_receive' ? 'rail_error' : code;

/** The reason why the last attempt failed. */
function failureOf({ payment }: SessionPage, { words }: Frame, advice: 'tryAgain' | 'notTaken' = 'notTaken') {
  if (!payment?.failure) return null;
  return html`<div role="status"><p class="state bad">${words('failed')}</p>
<p>${words(failureText(payment.failure))} ${words(advice)}</p></div>
`;
}

function paidPart(page: SessionPage, frame: Frame, { notice, receipt = 'closed' }: Shown): Part {
  const { words, language } = frame;
  const merchant = page.merchant.name;
  const next = webAddress(page.successUrl);
  const phone = page.payment?.maskedPhone ?? '';
  return {
    title: words('paid'),
    part: html`<p class="state good">${words('paid')}</p>
<h2>${words('paidText', { merchant })}</h2>
${notice === 'other' && html`<p class="error">${words('paidBy', { phone })}</p>`}
<dl>
${page.completedAt && html`<dt>${words('paidTime')}</dt><dd>${timeOf(page.completedAt, language)}</dd>`}
${page.payment && html`<dt>${words('paidFrom')}</dt><dd>${phone}</dd>`}
</dl>
${
  next !== null && html`<p><a class="button" href="${next}" rel="noreferrer">${words('backTo', { merchant })}</a></p>`
}${receiptPart(frame, receipt)}`,
  };
}

/** A form before the receipt exists: opening a page makes nothing, since previews and scanners open it too. */
function receiptPart(frame: Frame, receipt: NonNullable<Shown['receipt']>): Html | null {
  if (receipt === 'closed') return null;
  const word = frame.words('receipt');
  if (receipt === 'none')
    return html`
<form method="post" action="${addressIn(frame, '/receipt')}"><button class="plain">${word}</button></form>`;
  return html`
<p><a class="button plain" href="${receipt.url}?lang=${frame.language}">${word}</a></p>`;
}

/** UTC for readers without scripts; the page's script shows the device's own time. */
function timeOf(at: Date, language: string): Html {
  const format = new Intl.DateTimeFormat(language === 'ht' ? 'fr-HT' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return html`<time datetime="${at.toISOString()}">${format.format(at).replace(/\s/g, ' ')} UTC</time>`;
}

const startAgain = ({ linkCode }: SessionPage, frame: Frame): Html | null =>
  linkCode === null
    ? null
    : html`<p><a class="button" href="${addressIn({ ...frame, path: siblingOf(frame.path, linkCode) })}">${frame.words(
        'startAgain',
      )}</a></p>`;

/** The page of another address, below the same base path. */
export const siblingOf = (path: string, address: string): string => path.replace(/[^/]*$/, address);

export const checkAgain = (frame: Frame): Html =>
  html`<p><a class="button plain" href="${addressIn(frame)}">${frame.words('checkAgain')}</a></p>`;
