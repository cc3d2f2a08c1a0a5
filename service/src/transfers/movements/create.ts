import { type Book, openBook } from '../../core/ledger.ts';
import { moveLegs } from '../../core/movement.ts';
import type { Tx } from '../../db/transaction.ts';
import { type EventDraft, openEvents, requestOf } from '../../events/emit.ts';
import { preferTaken, takenReferences } from '../../idempotency/references.ts';
import type { Command } from '../../kernel/command.ts';
import { newId } from '../../kernel/new-id.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { lockWallets, writeBook } from '../../ledger/store.ts';
import { timeOfPosition } from '../../wallets/view.ts';
import { type AskedLegs, type MovementInput, readLegs } from './read-legs.ts';
import { checkWallets, refuseLeg } from './refuse.ts';
import { insertMovements, type MovementRow } from './store.ts';
import { renderMovement, storeLegs, viewMovement } from './view.ts';

type MovementCommand = Command<MovementInput>;

/**
 * Moves money between several wallets: each movement completely or not at all, in the order of arrival, each with its
 * own answer.
 * @returns for each the serialised Movement, or the refusal
 */
export async function createMovements(tx: Tx, commands: MovementCommand[]): Promise<(string | Refusal)[]> {
  const asked = commands.map(({ input }) => readLegs(input));
  const wallets = asked.flatMap((legs) =>
    legs instanceof Refusal ? [] : [...legs.debits, ...legs.credits].map(({ wallet }) => wallet),
  );
  const [references, events, accounts] = await Promise.all([
    takenReferences(tx, 'movements', commands),
    openEvents(
      tx,
      commands.map((command) => command.caller),
    ),
    lockWallets(tx, wallets),
  ]);
  const book = openBook(accounts);
  const at = BigInt(Date.now()) * 1000n;
  const rows = new Map<MovementCommand, MovementRow>();
  const decided = commands.map((command, i): string | Refusal => {
    const legs = asked[i]!;
    if (legs instanceof Refusal) return legs;
    const refusal = checkWallets(book, command.caller, legs) ?? references.check(command);
    const row = refusal ?? decideMovement(book, command, legs, at);
    if (row instanceof Refusal) return row;
    references.take(command, row.id);
    rows.set(command, row);
    return renderMovement(viewMovement(row));
  });
  const results = await preferTaken(tx, 'movements', commands, decided);

  writeBook(tx, book);
  insertMovements(tx, [...rows.values()]);
  events.emit(
    commands.flatMap((command, i) => (results[i] instanceof Refusal ? [] : [movementEvent(command, results[i]!)])),
  );
  return results;
}

/** Moves the legs in the book. @returns the new row, or the refusal of the first leg that a rule stops */
export function decideMovement(
  book: Book,
  command: Command<Omit<MovementInput, 'debits' | 'credits'>>,
  asked: AskedLegs,
  at: bigint,
  reversed: Pick<MovementRow, 'reverses' | 'reverses_world'> = { reverses: null, reverses_world: null },
): MovementRow | Refusal {
  const { caller, input } = command;
  const id = newId('mov');
  const legs = moveLegs(book, { source: id, ...asked, at });
  if ('code' in legs) return refuseLeg(book, asked, legs);
  return {
    world: caller.world,
    livemode: caller.livemode,
    id,
    owner_id: caller.owner.id,
    legs: storeLegs(asked, legs),
    ...reversed,
    reference: input.reference ?? null,
    description: input.description ?? null,
    metadata: input.metadata ?? {},
    created_at: timeOfPosition(book.postings.at(-1)!.position),
  };
}

export function movementEvent(command: Command<unknown>, object: string): EventDraft {
  const { world, livemode } = command.caller;
  return { world, livemode, type: 'movement.succeeded', at: new Date(), object, request: requestOf(command) };
}
