import type { Question } from '../../../contract/src/links.ts';
import { type LinkPage, MOST_NAME, MOST_NOTE } from '../checkout/page.ts';
import { type Html, html } from '../pages/html.ts';
import { addressIn, type Frame, renderFrame } from './frame.ts';
import { describe, problemBox } from './pay-form.ts';

export type LinkField = 'amount' | 'quantity' | 'name' | 'note';
export type LinkProblem = { readonly text: string; readonly field: LinkField | null };
export type LinkTyped = Readonly<Record<LinkField, string>>;

const closedTexts = {
  inactive: ['linkClosed', 'linkClosedAdvice'],
  expired: ['linkExpired', 'linkExpiredAdvice'],
  used: ['linkUsed', 'linkUsedAdvice'],
  sold_out: ['soldOut', 'soldOutAdvice'],
} as const;

/** The page of a payment link. Opening it changes nothing: its form opens a checkout session. */
export function renderLinkPage(page: LinkPage, frame: Frame, typed: LinkTyped | null, problem: LinkProblem | null) {
  const { words } = frame;
  const merchant = page.merchant.name;
  const closed = page.state === 'open' ? null : closedTexts[page.state];
  return renderFrame(frame, {
    merchant: page.merchant,
    livemode: page.livemode,
    title: closed ? words(closed[0]) : page.title,
    body: closed
      ? html`<div class="card"><h2>${words(closed[0])}</h2><p>${words(closed[1], { merchant })}</p></div>`
      : html`<div class="card">${offer(page, frame)}${linkForm(page, frame, typed, problem)}</div>`,
  });
}

function offer(
  { title, description, amount, currency, maxQuantity, addsFee }: LinkPage,
  { words, money }: Frame,
): Html {
  const price = amount === null ? null : money(amount, currency);
  return html`
${title !== null && html`<h2>${title}</h2>`}
${price !== null && html`<p class="amount">${maxQuantity > 1 ? words('each', { amount: price }) : price}</p>`}
${description !== null && html`<p class="text">${description}</p>`}
${addsFee && html`<p class="note">${words('feeAdded')}</p>`}
`;
}

function linkForm(page: LinkPage, frame: Frame, typed: LinkTyped | null, problem: LinkProblem | null): Html {
  const { words } = frame;
  const { amount, maxQuantity, ask, merchant } = page;
  return html`${problemBox(frame, problem)}
<form method="post" action="${addressIn(frame)}">
${amount === null && amountField(page, frame, typed, problem)}
${amount !== null && maxQuantity > 1 && quantityField(page, frame, typed, problem)}
${textField('name', ask.name, words('name'), frame, typed, problem)}
${textField('note', ask.note, words('note', { merchant: merchant.name }), frame, typed, problem)}
<button>${words('continue')}</button>
</form>`;
}

function amountField(page: LinkPage, frame: Frame, typed: LinkTyped | null, problem: LinkProblem | null): Html {
  const { words } = frame;
  const bounds = boundsText(page, frame);
  return html`<label for="amount">${words('amountIn', { currency: page.currency })}</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off" maxlength="30" required
 value="${typed?.amount ?? ''}"${describe('amount', problem, bounds === '' ? '' : 'amount-hint')}>
${bounds !== '' && html`<p class="note" id="amount-hint">${bounds}</p>`}`;
}

function boundsText({ minimum, maximum, currency }: LinkPage, { words, money }: Frame): string {
  if (minimum !== null && maximum !== null)
    return words('boundsBoth', { minimum: money(minimum, currency), maximum: money(maximum, currency) });
  if (minimum !== null) return words('boundsLeast', { minimum: money(minimum, currency) });
  return maximum === null ? '' : words('boundsMost', { maximum: money(maximum, currency) });
}

function quantityField(page: LinkPage, frame: Frame, typed: LinkTyped | null, problem: LinkProblem | null): Html {
  const { words } = frame;
  const { maxQuantity: maximum } = page;
  return html`<label for="quantity">${words('quantity')}</label>
<input id="quantity" name="quantity" inputmode="numeric" autocomplete="off" maxlength="4" required
 value="${typed?.quantity ?? '1'}"${describe('quantity', problem, 'quantity-hint')}>
<p class="note" id="quantity-hint">${words('quantityMost', { maximum })}</p>`;
}

function textField(
  field: 'name' | 'note',
  question: Question,
  label: string,
  { words }: Frame,
  typed: LinkTyped | null,
  problem: LinkProblem | null,
): Html | null {
  if (question === 'no') return null;
  const isRequired = question === 'required';
  const [most, fill] = field === 'name' ? [MOST_NAME, 'name'] : [MOST_NOTE, 'off'];
  return html`<label for="${field}">${isRequired ? label : words('optional', { label })}</label>
<input id="${field}" name="${field}" autocomplete="${fill}" maxlength="${most}"${isRequired && html` required`}
 value="${typed?.[field] ?? ''}"${describe(field, problem)}>`;
}
