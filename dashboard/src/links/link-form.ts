import type { PaymentBearer } from '../../../contract/src/fee-bearer.ts';
import type { createLink, Question } from '../../../contract/src/links.ts';
import type { BodyOf } from '../api/contract.ts';
import { parseMoney } from '../ui/format.ts';

/** The form of a link as typed. */
export type LinkForm = {
  readonly name: string;
  readonly description: string;
  readonly kind: 'fixed' | 'open';
  readonly currency: string;
  readonly branch: string | null;
  /** `default`: that of the merchant's settings. */
  readonly bearer: PaymentBearer | 'default';
  readonly amount: string;
  readonly least: string;
  readonly most: string;
  readonly use: 'many' | 'once';
  readonly quantity: number;
  readonly stock: number | '';
  /** Local time, as the browser's field gives it. */
  readonly expires: string;
  readonly askName: Question;
  readonly askNote: Question;
};

export const questions: readonly Question[] = ['no', 'optional', 'required'];

export const emptyLink = (currency: string): LinkForm => ({
  ...{
    name: '',
    description: '',
    kind: 'fixed',
    currency,
    branch: null,
    bearer: 'default',
    amount: '',
    least: '',
    most: '',
  },
  ...{ use: 'many', quantity: 1, stock: '', expires: '', askName: 'no', askNote: 'no' },
});

/** The typed amounts that are none. */
export function wrongFields(form: LinkForm): ('amount' | 'least' | 'most')[] {
  const names = form.kind === 'fixed' ? (['amount'] as const) : (['least', 'most'] as const);
  return names.filter((name) => form[name] !== '' && !parseMoney(form[name], form.currency));
}

export function bodyOf(form: LinkForm): BodyOf<typeof createLink> {
  const { name, description, kind, currency, branch, bearer, use, quantity, stock, expires, askName, askNote } = form;
  const minor = (text: string) => Number(parseMoney(text, currency));
  return {
    currency,
    use,
    ...(bearer === 'default' ? {} : { fee_bearer: bearer }),
    ...(branch ? { branch } : {}),
    ...(name.trim() ? { name: name.trim() } : {}),
    ...(description.trim() ? { description: description.trim() } : {}),
    ...(kind === 'fixed' ? { amount: minor(form.amount), max_quantity: quantity } : {}),
    ...(kind === 'open' && form.least ? { min_amount: minor(form.least) } : {}),
    ...(kind === 'open' && form.most ? { max_amount: minor(form.most) } : {}),
    ...(stock === '' ? {} : { stock }),
    ...(expires ? { expires_at: new Date(expires).toISOString() } : {}),
    ask: { name: askName, note: askNote },
  };
}
