import type { People } from '../accounts/people.ts';
import { type Asker, countsOf, type NetworkPlace } from '../accounts/places.ts';
import { type Count, type Reserved, reserveCounts, takeBack, tooManyAttempts } from '../accounts/throttle.ts';
import { transaction } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { codeGroup } from './challenge.ts';
import { findPlaceOf } from './place-of-challenge.ts';
import {
  blockedFor,
  type ChallengeRow,
  isAnybodys,
  type Purpose,
  reserveAccountAttempt,
  reserveAttempt,
  selectOpen,
  takeBackAccountAttempt,
  takeBackAttempt,
} from './store.ts';

/** `account`: the challenge must belong to this account. */
export type Expected = { readonly purposes: readonly Purpose[]; readonly account?: string };

/** A try that is counted and not yet checked. */
export type ReservedCode = {
  readonly row: ChallengeRow;
  readonly counts: readonly Reserved[];
  readonly account: string | null;
};

/**
 * Counts a try on its challenge. A code that anybody can request also counts for its recipient and the caller's place,
 * and other codes for their account.
 * @throws Refusal challenge_expired, too_many_attempts
 */
export async function reserveCode(
  people: People,
  id: string,
  { purposes, account }: Expected,
  asker: Asker,
): Promise<ReservedCode> {
  // Found before the transaction, because its queries use another connection.
  const place = purposes.some((purpose) => isAnybodys({ purpose }))
    ? await findPlaceOf(people, await find(people, id), asker)
    : null;
  return transaction(people.db, async (tx) => {
    const [row] = await tx.query<ChallengeRow>(reserveAttempt, [id, purposes, account ?? null]);
    if (!row) {
      const [open] = await tx.query<ChallengeRow>(selectOpen, [id]);
      const isTheirs = open && purposes.includes(open.purpose) && (!account || account === open.account_id);
      if (!isTheirs) throw new Refusal('challenge_expired');
      throw tooManyAttempts(
        Math.max(open.expires_in, 1),
        'This challenge has had its five attempts. Start again for a new one.',
      );
    }
    if (place && isAnybodys(row)) {
      return { row, counts: await reserveCounts(tx, codeCounts(people, row, place)), account: null };
    }
    if (row.account_id && (await tx.query(reserveAccountAttempt, [row.account_id])).length === 0) {
      const [blocked] = await tx.query<{ seconds: number }>(blockedFor, [row.account_id]);
      throw tooManyAttempts(blocked!.seconds);
    }
    return { row, counts: [], account: row.account_id };
  });
}

/** Takes back a try that was not wrong. */
export async function takeBackCode(people: People, { row, counts, account }: ReservedCode): Promise<void> {
  await transaction(people.db, async (tx) => {
    await tx.query(takeBackAttempt, [row.id]);
    if (account) await tx.query(takeBackAccountAttempt, [account]);
    await takeBack(tx, counts);
  });
}

/** A long code allows five guesses per message, so it needs no count that other people's wrong codes could exhaust. */
function codeCounts(people: People, row: ChallengeRow, place: NetworkPlace): readonly Count[] {
  if (row.data.longCode === true) return [];
  return countsOf(people, codeGroup(people, row.sent_to!, row.livemode), place, 'daily');
}

async function find(people: People, id: string): Promise<ChallengeRow | undefined> {
  return (await people.db.query<ChallengeRow>(selectOpen, [id]))[0];
}
