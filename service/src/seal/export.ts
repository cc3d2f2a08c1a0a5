import type { Database } from '../db/database.ts';
import { readRows, type SealedRow, START } from './batch.ts';
import { placeOf, type SealRow } from './chain.ts';
import { readSeals } from './store.ts';

/**
 * Batches as JSON lines, for `scripts/verify-seal.mjs`: the postings of each batch in its order, then the batch.
 * 64-bit numbers are text.
 * @throws RangeError if the first batch does not exist
 */
export async function* exportSeals(db: Database, from: bigint, to: bigint): AsyncGenerator<string> {
  const [before] = from > 1n ? await readSeals(db, from - 1n, from - 1n, 1) : [];
  if (from > 1n && !before) throw new RangeError(`the batch ${from - 1n} before the first does not exist`);
  let place = before ? placeOf(before) : START;
  for (let number = from; number <= to; ) {
    const [seal] = await readSeals(db, number, to, 1);
    if (!seal) return;
    for (const row of await readRows(db, place, placeOf(seal))) yield JSON.stringify(viewRow(row));
    yield JSON.stringify(viewSeal(seal));
    place = placeOf(seal);
    number = seal.number + 1n;
  }
}

function viewRow(row: SealedRow) {
  const { xid, debit_wallet, position, hash, livemode, kind, source, currency, credit_wallet } = row;
  if (source === null)
    return { object: 'deleted_posting', xid, debit_wallet, position: String(position), hash: hash.toString('hex') };
  return {
    object: 'posting',
    xid: row.old ? null : xid,
    position: String(position),
    debit_wallet,
    credit_wallet,
    amount: String(row.amount),
    currency,
    livemode,
    debit_balance: String(row.debit_balance),
    credit_balance: String(row.credit_balance),
    kind,
    source,
  };
}

function viewSeal(seal: SealRow & { marks: Buffer }) {
  return {
    object: 'seal',
    number: String(seal.number),
    to_xid: seal.to_xid,
    to_wallet: seal.to_wallet,
    to_position: String(seal.to_position),
    count: seal.count,
    total: String(seal.total),
    sealed_at: seal.sealed_at.toISOString(),
    digest: seal.digest.toString('hex'),
    marks: seal.marks.toString('hex'),
    previous: seal.previous.toString('hex'),
    hash: seal.hash.toString('hex'),
  };
}
