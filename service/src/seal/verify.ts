import type { Database } from '../db/database.ts';
import { readDigest, readRows, type SealedRow, type SealPlace, START } from './batch.ts';
import { hashOfSeal, placeOf, SEAL_GENESIS, type SealRow } from './chain.ts';
import { type LocatedFault, locate } from './locate.ts';
import { readSeals } from './store.ts';

/** A batch's number and hash. Stored elsewhere, it proves the chain up to that batch. */
export type SealHead = { readonly number: bigint; readonly hash: Buffer };

export const printSealHead = ({ number, hash }: SealHead) => `${number}:${hash.toString('hex')}`;

/** @returns null for a text that `printSealHead` did not make */
export function readSealHead(text: string): SealHead | null {
  const [, number, hash] = /^(0|[1-9]\d{0,17}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  return number && hash ? { number: BigInt(number), hash: Buffer.from(hash, 'hex') } : null;
}

export type SealFinding = { readonly seal: bigint; readonly fault: string };
export type SealVerdict = {
  readonly findings: readonly SealFinding[];
  readonly head: SealHead;
  /** Verified postings. */
  readonly count: bigint;
};

export type VerifyOptions = {
  /** The first batch to verify; default: 1. The link to the batch before it is taken as it is. */
  readonly from?: bigint;
  /** A head from elsewhere. A chain that was rewritten is consistent in itself and fails only against this. */
  readonly known?: SealHead;
};

/** Seals in one statement, and findings after which the verification ends. */
const PORTION = 100;
const MOST_FINDINGS = 20;

type Link = { readonly place: SealPlace; readonly hash: Buffer; readonly number: bigint; readonly total: bigint };
const FIRST: Link = { place: START, hash: SEAL_GENESIS, number: 0n, total: 0n };
const linkOf = (seal: SealRow): Link => ({ ...seal, place: placeOf(seal) });

/**
 * Verifies the chain of seals and the postings in each batch. Each batch is read in one statement, so the service may
 * seal, and delete test data, meanwhile.
 */
export async function verifySeals(db: Database, options: VerifyOptions = {}): Promise<SealVerdict> {
  const { from = 1n, known } = options;
  const findings: SealFinding[] = [];
  const [before] = from > 1n ? await readSeals(db, from - 1n, from - 1n, 1) : [];
  let last = before ? linkOf(before) : FIRST;
  let count = 0n;
  if (from > 1n && !before) findings.push({ seal: from - 1n, fault: 'the batch is missing' });
  for (let more = true; more && findings.length < MOST_FINDINGS; ) {
    const seals = await readSeals(db, last.number + 1n, 2n ** 62n, PORTION);
    for (const seal of seals) {
      findings.push(...(await faultsOf(db, seal, last, options)).map((fault) => ({ seal: seal.number, fault })));
      count += BigInt(seal.count);
      last = linkOf(seal);
    }
    more = seals.length === PORTION;
  }
  if (known && known.number > last.number)
    findings.push({ seal: last.number, fault: `the chain ends before batch ${known.number}, which existed` });
  return { findings, head: { number: last.number, hash: last.hash }, count };
}

async function faultsOf(
  db: Database,
  seal: SealRow & { marks: Buffer },
  last: Link,
  { known }: VerifyOptions,
): Promise<string[]> {
  const faults: string[] = [];
  if (seal.number !== last.number + 1n) faults.push(`batches ${last.number + 1n} to ${seal.number - 1n} are missing`);
  else if (!seal.previous.equals(last.hash)) faults.push('the batch does not continue the batch before it');
  if (seal.total !== last.total + BigInt(seal.count)) faults.push('its total does not continue the batch before it');
  if (!seal.hash.equals(hashOfSeal(seal))) faults.push('the row of the batch was changed');
  if (known?.number === seal.number && !known.hash.equals(seal.hash))
    faults.push('the batch differs from the head that was kept elsewhere: the chain was rewritten');
  const now = await readDigest(db, last.place, placeOf(seal));
  if (now.digest?.equals(seal.digest))
    return now.marks!.equals(seal.marks) ? faults : [...faults, 'its marks were changed'];
  const located = locate(await readRows(db, last.place, placeOf(seal)), seal.marks);
  if (located.length === 0) faults.push('its postings or its digest were changed');
  return [...faults, ...located.slice(0, MOST_FINDINGS).map(describe)];
}

function describe({ what, row }: LocatedFault): string {
  if (what !== 'removed') return `the posting ${nameOf(row!)} was ${what}`;
  return row ? `a posting after ${nameOf(row)} was removed` : 'a posting at the beginning was removed';
}

/** Names a posting so that an operator finds it in SQL and in the statement of its wallet. */
const nameOf = ({ debit_wallet, position, source, amount, currency }: SealedRow) =>
  source === null
    ? `(debit_wallet ${debit_wallet}, position ${position}, deleted)`
    : `of ${source} (debit_wallet ${debit_wallet}, position ${position}, ${amount} ${currency})`;
