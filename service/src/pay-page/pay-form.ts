import type { PageMethod, SessionPage } from '../checkout/page.ts';
import { type Html, html } from '../pages/html.ts';
import { chargeNote, dependsOnMethod, totalInput, totalOf } from './charges.ts';
import { addressIn, type Frame, webAddress } from './frame.ts';
import { formMethods, hasWallet, methodName } from './methods.ts';

export type FormField = 'phone' | 'method' | 'code' | 'password';
/** A mistake that the payer can correct. */
export type FormProblem = { readonly text: string; readonly field: FormField | null };
/** The fields as the payer sent them. Passwords and codes are never sent back. */
export type Typed = { readonly phone: string; readonly method: string };

export const nothingTyped: Typed = { phone: '', method: '' };

export const problemBox = ({ words }: Frame, problem: { readonly text: string } | null): Html | null =>
  problem && html`<div class="error" role="alert" id="problem"><b>${words('problem')}</b> ${problem.text}</div>`;

/** Ties a field to the text about what is wrong with it. */
export const describe = (field: string, problem: { field: string | null } | null, hint = ''): Html => {
  const isWrong = problem?.field === field;
  const ids = [isWrong ? 'problem' : '', hint].filter((id) => id !== '').join(' ');
  return html`${ids !== '' && html` aria-describedby="${ids}"`}${isWrong && html` aria-invalid="true" autofocus`}`;
};

/** The form with phone, methods and code, and the ways around it. */
export function payForm(
  page: SessionPage,
  frame: Frame,
  typed: Typed,
  problem: FormProblem | null,
  isNarrowed = false,
): Html {
  const { words } = frame;
  const methods = formMethods(page.methods);
  const takes = methods.some(({ available }) => available);
  const coded = methods.filter(({ needsCode, available }) => needsCode && available);
  const body = html`
${problemBox(frame, problem)}
<form method="post" action="${addressIn(frame)}">
<input type="hidden" name="attempt" value="${page.attempts}">
${phoneField(page, frame, typed, problem)}
${
  methods.length > 0
    ? methodChoice(page, frame, typed, problem)
    : html`<p>${words(isNarrowed ? 'noMethodsOfPhone' : 'noMethods', { merchant: page.merchant.name })}</p>`
}
${coded.length > 0 && codeField(coded, page, frame, problem)}
${takes && payButton(page, frame)}
${
  (methods.length > 1 || isNarrowed) &&
  html`<button class="plain" name="step" value="methods" formnovalidate>${words('methodsOfPhone')}</button>`
}
</form>`;
  return html`${body}${hasWallet(page.methods) && walletLink(page, frame)}${cancelLink(page, frame)}`;
}

export function phoneField(
  { maskedPhone }: Pick<SessionPage, 'maskedPhone'>,
  { words }: Frame,
  typed: Typed,
  problem: FormProblem | null,
): Html {
  return html`<label for="phone">${words('phone')}</label>
<input id="phone" name="phone" type="tel" inputmode="tel" autocomplete="tel" maxlength="40"
 value="${typed.phone}"${describe('phone', problem, 'phone-hint')}${maskedPhone === null && html` required`}>
<p class="note" id="phone-hint">${maskedPhone !== null && `${words('phoneKnown', { phone: maskedPhone })} `}${words(
    'phoneHint',
  )}</p>`;
}

function methodChoice(page: SessionPage, frame: Frame, typed: Typed, problem: FormProblem | null): Html {
  const methods = formMethods(page.methods);
  const checked = checkedMethod(page, methods, typed);
  const varies = dependsOnMethod(page);
  const { words } = frame;
  return html`<fieldset${describe('method', problem)}>
<legend>${words('method')}</legend>
${methods.map(
  (method) => html`<label class="choice"><input type="radio" name="method" value="${method.rail}"${
    method.available ? html` required` : html` disabled`
  }${varies && payLabel(method, page, frame)}${method.rail === checked && html` checked`}> ${methodName(
    method,
    page.methods,
    frame,
  )}
<span class="note below">${adviceOf(method, page, frame)}</span>${
    varies && method.available && html`<span class="below"><b>${chargeNote(method, page, frame)}</b></span>`
  }</label>
${totalInput(method)}`,
)}</fieldset>`;
}

/** The button's text once this method is chosen, for the script. */
const payLabel = ({ rail }: PageMethod, page: SessionPage, { words, money }: Frame): Html =>
  html` data-pay="${words('payTotal', { amount: money(totalOf(page, rail), page.currency) })}"`;

/** The method that is chosen already: the one that was sent, the only one, or the first for a known phone. */
function checkedMethod({ maskedPhone }: SessionPage, methods: readonly PageMethod[], typed: Typed): string | null {
  const open = methods.filter(({ available }) => available);
  if (open.some(({ rail }) => rail === typed.method)) return typed.method;
  return open.length === 1 || maskedPhone !== null ? (open[0]?.rail ?? null) : null;
}

function adviceOf(method: PageMethod, { methods, currency }: SessionPage, frame: Frame): string {
  const { words, money } = frame;
  if (!method.available) {
    const minutes = method.until === null ? 0 : Math.ceil((method.until.getTime() - Date.now()) / 60_000);
    return minutes > 0 ? words('methodBack', { minutes }) : words('methodDown');
  }
  const name = methodName(method, methods, frame);
  const how = method.needsCode ? 'methodCode' : method.flow === 'redirect' ? 'methodRedirect' : 'methodPrompt';
  const { minimum, maximum } = method;
  const bounds =
    minimum !== null && maximum !== null
      ? ` ${words('methodBounds', { minimum: money(minimum, currency), maximum: money(maximum, currency) })}`
      : '';
  return words(how, { method: name }) + bounds;
}

function codeField(
  coded: readonly PageMethod[],
  { methods }: SessionPage,
  frame: Frame,
  problem: FormProblem | null,
): Html {
  const names = coded.map((method) => methodName(method, methods, frame)).join(', ');
  return html`<label for="code">${frame.words('code')}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12"
${describe('code', problem, 'code-hint')}>
<p class="note" id="code-hint">${frame.words('codeHint', { methods: names })}</p>`;
}

/** Without scripts the button cannot name the total of the chosen method; its choice does. */
function payButton(page: SessionPage, { words, money }: Frame): Html {
  if (dependsOnMethod(page)) return html`<button data-total>${words('payChosen')}</button>`;
  const [first] = formMethods(page.methods).filter(({ available }) => available);
  return html`<button>${words('pay', { amount: money(totalOf(page, first!.rail), page.currency) })}</button>`;
}

function walletLink(page: SessionPage, frame: Frame): Html {
  const wallet = dependsOnMethod(page) && page.methods.find(({ provider }) => provider === 'wallet');
  return html`<p><a class="button plain" href="${addressIn(frame, '', 'way=wallet')}">${frame.words('wallet', {
    brand: frame.brand,
  })}</a></p>${wallet && html`<p class="note">${chargeNote(wallet, page, frame)}</p>`}`;
}

function cancelLink({ cancelUrl, merchant }: SessionPage, { words }: Frame): Html | null {
  const address = webAddress(cancelUrl);
  return address === null
    ? null
    : html`<p><a href="${address}" rel="noreferrer">${words('cancel', { merchant: merchant.name })}</a></p>`;
}
