/** Markup that is safe to send. Only `html` and `trusted` make it. */
export type Html = { readonly markup: string };

type Value = Html | string | number | bigint | null | undefined | false | readonly Value[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe as text and inside a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);

/**
 * A template that escapes each value. Markup from another template stays as it is, lists are joined, and null,
 * undefined and false write nothing. Attributes must be quoted. An address in `href` or `src` must be our own.
 * @example html`<p title="${note}">${isNew && html`<b>${name}</b>`}</p>`
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: parts.reduce((written, part, i) => written + write(values[i - 1]) + part) };
}

/** Markup from this code, for example a drawing. Text of anybody else never comes here. */
export const trusted = (markup: string): Html => ({ markup });

function write(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(write).join('');
  if (typeof value === 'object') return (value as Html).markup;
  return escapeHtml(String(value));
}
