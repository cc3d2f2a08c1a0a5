import { createBatches } from '../db/batches.ts';
import type { Database } from '../db/database.ts';
import { isLocked } from '../db/failure.ts';
import { type Command, claimOf } from '../kernel/command.ts';
import type { Answer, BatchOperation } from '../kernel/operation.ts';
import { Refusal } from '../kernel/refusal.ts';
import { keyOf, refuse } from './answer-all.ts';
import { createAttempts, OWN_LOCK_MS, tooManyWaiting } from './attempts.ts';
import { createIsolation, FAILED_MS, SUSPECTED_MS } from './isolation.ts';
import type { OnceOptions } from './once-options.ts';
import { waitInTurn } from './wait-in-turn.ts';

/** A larger batch would hold its locks longer than a p99 of 25 ms allows. */
const MAX_BATCH = 500;
/**
 * The time that a batch of many worlds waits for a locked row: longer than batches that share wallets hold them,
 * shorter than the 100 ms that one tenant may cost another.
 */
const SHARED_LOCK_MS = 80;
/** Tries of a batch of one world that meets a locked row, within about a second. Then each command is tried alone. */
const OWN_TRIES = 16;
/** Commands of one world that may wait, for each operation. The load tests use 256; a higher limit costs memory. */
const MOST_WAITING = 1_000;

/**
 * Turns an operation on an array into a function for a single request. Requests are coalesced into one transaction,
 * which also stores their idempotency rows, so one key has one effect.
 * Worlds share batches in turn, with one lane for each mode. Most members of a batch that fails or meets a locked row
 * are not the cause, so each world continues in its own lane. If that fails too, each command is tried alone. A world
 * whose own lane fails is excluded from shared batches for a while (`isolation.ts`).
 */
export function once<Input, Loaded = undefined>(
  db: Database,
  operation: BatchOperation<Input, Loaded>,
  options: OnceOptions<Input, Loaded>,
): (command: Command<Input>) => Promise<Answer> {
  const { maxBatch = MAX_BATCH, batches = 1, isLarge = () => false, isolation = createIsolation() } = options;
  const { alone, batch } = createAttempts(db, operation, options);

  const sendOwn = createBatches<Command<Input>, Answer>(
    ({ caller }) => caller.world,
    (commands) => {
      const { caller } = commands[0]!;
      const isolate = () => isolation.isolate(caller.world, FAILED_MS);
      const how = { claim: claimOf(caller), lockTimeoutMs: OWN_LOCK_MS, tries: OWN_TRIES, onLocked: isolate };
      return batch(commands, how, () => {
        isolate();
        return commands.map(alone);
      });
    },
    { maxBatch },
  );
  const sendShared = createBatches<Command<Input>, Answer>(
    ({ caller, input }) => `${caller.livemode} ${isLarge(input)}`,
    (commands) => {
      const { livemode } = commands[0]!.caller;
      const how = { claim: { by: 'batch', livemode } as const, lockTimeoutMs: SHARED_LOCK_MS, tries: 1 };
      return batch(commands, how, (error) => {
        const worlds = new Set(commands.map(({ caller }) => caller.world));
        for (const world of worlds) isolation.isolate(world, worlds.size === 1 ? FAILED_MS : SUSPECTED_MS);
        return commands.map(worlds.size > 1 || isLocked(error) ? sendOwn : alone);
      });
    },
    { maxBatch, batches, partyOf: ({ caller }) => caller.world },
  );

  const enter = countUnderWay();
  const send = async (command: Command<Input>): Promise<Answer> => {
    const { world } = command.caller;
    const leave = enter(world);
    if (!leave) return refuse(command, tooManyWaiting(), options);
    try {
      return await (isolation.has(world) ? sendOwn(command) : sendShared(command));
    } finally {
      leave();
    }
  };
  const inProgress = (command: Command<Input>) => refuse(command, new Refusal('idempotency_in_progress'), options);
  return waitInTurn(send, { keyOf, inProgress });
}

/**
 * @returns a function that counts one command of a world and returns its release; null if too many of the world wait
 */
function countUnderWay(): (world: number) => (() => void) | null {
  const counts = new Map<number, number>();
  return (world) => {
    const before = counts.get(world) ?? 0;
    if (before >= MOST_WAITING) return null;
    counts.set(world, before + 1);
    return () => {
      const left = counts.get(world)! - 1;
      if (left === 0) counts.delete(world);
      else counts.set(world, left);
    };
  };
}
