import type { PageCharge, PageMethod, SessionPage } from '../checkout/page.ts';
import { type Html, html } from '../pages/html.ts';
import type { Frame } from './frame.ts';

/** The field of a form with the total of a method, as the page showed it. */
export const totalField = (rail: string): string => `total_${rail}`;

export const readTotal = (text: string | null): bigint | null => (/^\d{1,15}$/.test(text ?? '') ? BigInt(text!) : null);

/** The payer pays what the form showed: a changed fee is refused, and the page shows the new total. */
export const totalInput = ({ rail, charge }: PageMethod): Html | null =>
  charge &&
  html`<input type="hidden" name="${totalField(rail)}" value="${charge.total}">
`;

/** The charge of the payment that has begun, or of all methods alike. Null: it depends on the method. */
export function knownCharge({ state, payment, methods }: SessionPage): PageCharge | null {
  if (payment && (state === 'waiting' || state === 'completed')) return payment.charge;
  const [first, ...others] = methods.filter(({ available }) => available).map(({ charge }) => charge);
  if (!first) return null;
  return others.every((one) => one?.fee === first.fee && one.tax === first.tax) ? first : null;
}

/** Whether the payer has to look at the method to know the total. */
export const dependsOnMethod = (page: SessionPage): boolean =>
  page.state === 'ready' &&
  knownCharge(page) === null &&
  page.methods.some(({ available, charge }) => available && charge !== null);

/** The money that the payer gives with this method, or else with the payment of the page. */
export const totalOf = (page: SessionPage, rail: string): bigint => {
  if (page.state === 'waiting' && page.payment) return page.payment.charge?.total ?? page.amount;
  return page.methods.find((one) => one.rail === rail)?.charge?.total ?? page.amount;
};

/** The parts of the total. A fee of zero needs none. */
export function chargeLines(charge: PageCharge | null, page: SessionPage, { words, money }: Frame): Html | null {
  if (!charge || charge.total === page.amount) return null;
  const { fee, tax, total } = charge;
  const line = (label: string, amount: bigint) =>
    html`<dt>${label}</dt><dd>${money(amount, page.currency)}</dd>
`;
  return html`<dl class="sum">
${line(words('price'), page.amount)}${line(words('fee'), fee)}${tax > 0n && line(words('feeTax'), tax)}<dt>${words(
    'total',
  )}</dt><dd><b>${money(total, page.currency)}</b></dd>
</dl>`;
}

/** The fee and the total of one method, beside its name. */
export function chargeNote({ charge }: PageMethod, { currency }: SessionPage, { words, money }: Frame): string {
  if (!charge) return '';
  const [fee, tax, total] = [charge.fee, charge.tax, charge.total].map((amount) => money(amount, currency));
  return words(charge.tax > 0n ? 'methodFeeTax' : 'methodFee', { fee: fee!, tax: tax!, total: total! });
}
