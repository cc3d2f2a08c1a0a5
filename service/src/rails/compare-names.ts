import type { LookedUp } from './rail.ts';

/** Words without accents, case, titles of one letter and order. */
function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  return plain.split(/[^\p{Letter}]+/u).filter((word) => word.length > 1);
}

/**
 * Compares a name that a sender gave with the one that a provider has.
 * @returns `full`: all words of the shorter name are in the other, and at least two; `partial`: some word is in both;
 * `unknown`: one of them is missing
 */
export function compareNames(given: string | null, found: string | null): LookedUp['nameMatch'] {
  const a = [...new Set(wordsOf(given ?? ''))];
  const b = [...new Set(wordsOf(found ?? ''))];
  if (a.length === 0 || b.length === 0) return 'unknown';
  const shared = a.filter((word) => b.includes(word)).length;
  if (shared === 0) return 'none';
  const shorter = Math.min(a.length, b.length);
  return shared === shorter && (shared > 1 || a.length === b.length) ? 'full' : 'partial';
}
