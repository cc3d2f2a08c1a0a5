import type { SealedRow } from './batch.ts';

/** Bytes of each posting's hash that a seal keeps. */
const MARK_BYTES = 4;

export type LocatedFault = {
  readonly what: 'changed' | 'inserted' | 'removed';
  /** The changed or inserted posting; for a removed one, the posting before it. Null: before the first. */
  readonly row: SealedRow | null;
};

/**
 * Compares the postings of a batch with the marks that its seal keeps. A posting without a mark at a place where a mark
 * has no posting was changed. A change that moves a posting is an insertion and a removal.
 */
export function locate(rows: readonly SealedRow[], marks: Buffer): LocatedFault[] {
  const expected = marks.toString('latin1').match(/[\s\S]{4}/g) ?? [];
  const found = rows.map(({ hash }) => hash.toString('latin1', 0, MARK_BYTES));
  const faults: LocatedFault[] = [];
  const kept = new Set(expected);
  const here = new Set(found);
  let [i, j] = [0, 0];
  while (i < expected.length || j < found.length) {
    if (i < expected.length && j < found.length && expected[i] === found[j]) {
      i++;
      j++;
      continue;
    }
    const isNew = j < found.length && !kept.has(found[j]!);
    const isGone = i < expected.length && !here.has(expected[i]!);
    if (isNew && isGone) faults.push({ what: 'changed', row: rows[j]! });
    else if (isNew) faults.push({ what: 'inserted', row: rows[j]! });
    else if (isGone) faults.push({ what: 'removed', row: rows[j - 1] ?? null });
    // Both exist, at other places: the order was changed.
    else faults.push({ what: 'changed', row: rows[j] ?? rows.at(-1) ?? null });
    if (!isNew && !isGone) {
      i++;
      j++;
      continue;
    }
    if (isGone) i++;
    if (isNew) j++;
  }
  return faults;
}
