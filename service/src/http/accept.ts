import type { Route } from '../../../contract/src/route.ts';
import { Refusal } from '../kernel/refusal.ts';

type Range = { readonly type: string; readonly q: number; readonly at: number };

/**
 * Decides whether an Accept header prefers CSV over JSON (RFC 9110 §12.5.1).
 * For each type the most specific matching range gives the weight. On equal weights the more specific range wins, then
 * the first one. The default is JSON.
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
 * Every list is available as JSON, some also as CSV. A client that accepts neither is refused: a spreadsheet that asks
 * for CSV must not receive JSON.
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
