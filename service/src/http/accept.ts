import type { Route } from '../../../contract/src/route.ts';
import { Refusal } from '../kernel/refusal.ts';

type Range = { readonly type: string; readonly q: number; readonly at: number };

/**
 * Decides whether an Accept header prefers CSV over JSON (RFC 9110 §12.5.1).
 * For each type the most specific matching range gives the weight. On equal weights the more specific range wins, then
 * the first one. The default is JSON.
 */
export const prefersCsv = (accept: string | undefined): boolean =>
  chooseType(accept, ['application/json', 'text/csv']) === 'text/csv';

/** The type that an Accept header prefers by the same rules; the first one by default. */
export function chooseType(accept: string | undefined, types: readonly string[]): string {
  const [first = '', ...others] = types;
  if (accept === undefined) return first;
  const ranges = accept.split(',').map(readRange);
  const better = (best: string, type: string) => {
    const [mine, theirs] = [rankOf(type, ranges), rankOf(best, ranges)];
    if (mine.q === 0 || mine.q !== theirs.q) return mine.q > theirs.q ? type : best;
    if (mine.exactness !== theirs.exactness) return mine.exactness > theirs.exactness ? type : best;
    return mine.at < theirs.at ? type : best;
  };
  return others.reduce(better, first);
}

/**
 * Every list is available as JSON, some also as CSV. A client that accepts neither is refused: a spreadsheet that asks
 * for CSV must not receive JSON.
 * @throws Refusal not_acceptable
 */
export function checkAccept(accept: string | undefined, { method, ok }: Route): void {
  if (accept === undefined || method !== 'GET' || ok.stream || (ok.download && !ok.negotiated)) return;
  const types = ok.download ?? (ok.csv ? ['application/json', 'text/csv'] : ['application/json']);
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
