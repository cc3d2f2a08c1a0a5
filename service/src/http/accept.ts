import type { Route } from '../../../contract/src/route.ts';
import { Refusal } from '../kernel/refusal.ts';

type Range = { readonly type: string; readonly q: number; readonly at: number };

/**
 * Whether an Accept header would have CSV rather than JSON (RFC 9110 §12.5.1): by the weight of the most specific range that
 * fits each; of two alike, what is named more exactly, then what is named first. Without a word for either it is JSON.
 */
export function prefersCsv(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const ranges = accept.split(',').map(readRange);
  const [csv, json] = [rankOf('text/csv', ranges), rankOf('application/json', ranges)];
  if (csv.q === 0 || csv.q !== json.q) return csv.q > json.q;
  if (csv.exactness !== json.exactness) return csv.exactness > json.exactness;
  return csv.at < json.at;
}

/**
 * A list is JSON, some are CSV too. A client that takes neither gets no answer that it would misread: a spreadsheet that asks for CSV
 * would be given JSON.
 * @throws Refusal not_acceptable
 */
export function checkAccept(accept: string | undefined, { method, ok }: Route): void {
  if (accept === undefined || method !== 'GET' || ok.stream || ok.download) return;
  const types = ok.csv ? ['application/json', 'text/csv'] : ['application/json'];
  const ranges = accept.split(',').map(readRange);
  if (types.some((type) => rankOf(type, ranges).q > 0)) return;
  throw new Refusal('not_acceptable', `This route answers ${types.join(' or ')}. Change the Accept header`);
}

function readRange(text: string, at: number): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const weight = q === undefined ? 1 : Number(q);
  return { type, at, q: weight >= 0 && weight <= 1 ? weight : 0 };
}

function rankOf(type: string, ranges: readonly Range[]) {
  const fits = [type, `${type.split('/')[0]}/*`, '*/*'];
  for (const [i, fit] of fits.entries()) {
    const range = ranges.find((one) => one.type === fit);
    if (range) return { q: range.q, exactness: fits.length - i, at: range.at };
  }
  return { q: 0, exactness: 0, at: 0 };
}
