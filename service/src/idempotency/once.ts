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

/** More would hold the locks of a batch longer than a p99 of 25 ms allows. */
const MAX_BATCH = 500;
/**
 * A batch of many worlds waits this long for a row that somebody else has locked: longer than batches that share wallets hold them,
 * shorter than the 100 ms that one tenant may cost another.
 */
const SHARED_LOCK_MS = 80;
/** Tries of a batch of one world that meets a locked row, in about a second; then each command is tried alone. */
const OWN_TRIES = 16;
/** What one world may have waiting at one operation. The load tests have 256; more is memory. */
const MOST_WAITING = 1_000;

/**
 * Makes an operation on an array into the function that one request calls. Requests coalesce into one transaction that
 * holds what they do and their idempotency rows together, so one key has one effect.
 *
 * Worlds share batches, by turns, one lane for each mode. A batch that fails, or meets a row that stays locked, says nothing about
 * most of its members: each world goes on in a lane of its own, and there each command is tried alone if that fails too. A
 * world whose own lane fails stays out of shared batches for a while (`isolation.ts`).
 */
export function once<Input, Loaded = undefined>(
  db: Database,
  operation: BatchOperation<Input, Loaded>,
  options: OnceOptions<Input, Loaded>,
): (command: Command<Input>) => Promise<Answer> {
  const { maxBatch = MAX_BATCH, lanes = 1, isLarge = () => false, isolation = createIsolation() } = options;
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
    { maxBatch, lanes, partyOf: ({ caller }) => caller.world },
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

/** @returns counts one command of a world, and takes it back when called again; null where the world has too many */
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
