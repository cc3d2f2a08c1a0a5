import type { QueryOf } from '../../../contract/src/route.ts';
import type { listSeals, Seal, SealHead } from '../../../contract/src/seals.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { SEAL_GENESIS, type SealRow } from './chain.ts';
import { readHeadAndLag } from './read-lag.ts';
import { selectWitness, type WitnessRow } from './send-head.ts';
import { sealColumns } from './store.ts';

/** The last batch, the lag, and the last head that the witness got. */
export async function readSealHeadRecord(db: Database): Promise<string> {
  const [{ last, lag }, [witness]] = await Promise.all([readHeadAndLag(db), db.query<WitnessRow>(selectWitness)]);
  const { number, sent_at, error } = witness!;
  return JSON.stringify({
    object: 'seal_head',
    number: Number(last?.number ?? 0n),
    hash: (last?.hash ?? SEAL_GENESIS).toString('hex'),
    sealed_at: last?.sealed_at.toISOString() ?? null,
    count: Number(last?.total ?? 0n),
    lag_seconds: Math.round(lag * 1_000) / 1_000,
    witness: { number: number === null ? null : Number(number), sent_at: sent_at?.toISOString() ?? null, error },
  } satisfies SealHead);
}

/** A page of batches. */
export async function readSealPage(db: Database, query: QueryOf<typeof listSeals>, url: string): Promise<string> {
  const numberOf = (id: string | undefined) => id?.slice('seal_'.length);
  const listing = {
    ...{ name: 'seal_list', select: `SELECT ${sealColumns} FROM seals s`, prefix: 'seal' },
    ...{ id: 's.number', createdAt: 's.sealed_at', where: [] },
  };
  const { starting_after, ending_before } = query;
  const page = await readPage<SealRow>(db, listing, {
    ...query,
    starting_after: numberOf(starting_after),
    ending_before: numberOf(ending_before),
  });
  return renderList(url, page.rows.map(viewSeal), page.hasMore);
}

function viewSeal({ number, count, total, sealed_at, previous, hash }: SealRow): string {
  return JSON.stringify({
    id: `seal_${number}`,
    object: 'seal',
    number: Number(number),
    count,
    sealed_count: Number(total),
    sealed_at: sealed_at.toISOString(),
    previous: previous.toString('hex'),
    hash: hash.toString('hex'),
  } satisfies Seal);
}
