import { setTimeout as sleep } from 'node:timers/promises';
import { createBatches } from '../db/batches.ts';
import type { Database } from '../db/database.ts';
import { isBusy, isLocked, isStatementError, isUnreachable } from '../db/failure.ts';
import { type Claim, GateFull } from '../db/gate.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { type Command, claimOf } from '../kernel/command.ts';
import type { Answer, BatchOperation } from '../kernel/operation.ts';
import { Refusal } from '../kernel/refusal.ts';
import { answerAll, refuse } from './answer-all.ts';
import type { OnceOptions } from './once-options.ts';
import { PATIENCE_MS } from './wait-in-turn.ts';

/**
 * A batch of one world may hold another world's wallet, the recipient's, while it waits for its own. It gives up after
 * this time and tries again, so that the other world waits no longer than that.
 */
export const OWN_LOCK_MS = 50;
/** Tries of a command that meets an error other than a locked row. */
const RETRIES = 20;
/**
 * The pause between two tries for a locked row. Transactions that wait for other rows of this one get them meanwhile.
 */
const BACKOFF_MS = 10;
/** Commands of one world that are tried alone at the same time, for each operation. */
const ALONE_AT_ONCE = 4;

export type How = {
  readonly claim: Claim;
  readonly lockTimeoutMs: number;
  /** Tries if a row is locked. */
  readonly tries: number;
  readonly onLocked?: () => void;
};

type Retry<Input> = { readonly command: Command<Input>; readonly deadline: number };
type Answers = (Answer | Promise<Answer>)[];

/** Runs the transactions of an operation: for a batch, and for a single command. */
export function createAttempts<Input, Loaded>(
  db: Database,
  operation: BatchOperation<Input, Loaded>,
  options: OnceOptions<Input, Loaded>,
) {
  const attempt = async (commands: Command<Input>[], claim: Claim, lockTimeoutMs: number) => {
    const began = performance.now();
    const span = traceBatch(db, options.name, commands);
    try {
      const run = (tx: Tx) => {
        for (const { caller } of commands) tx.wrote(caller.world);
        return answerAll(tx, commands, operation, options);
      };
      return await transaction(db, run, { claim, lockTimeoutMs, span });
    } finally {
      span?.end();
      options.onBatch?.(commands, performance.now() - began);
    }
  };
  const fail = (command: Command<Input>, error: unknown) => {
    options.onError(error, command.requestId);
    return refuse(command, new Refusal(isPassing(error) ? 'service_unavailable' : 'internal_error'), options);
  };

  const tryAlone = async ({ command, deadline }: Retry<Input>): Promise<Answer> => {
    for (let tries = 1; ; tries++) {
      try {
        return (await attempt([command], claimOf(command.caller), OWN_LOCK_MS))[0] as Answer;
      } catch (error) {
        const again = isLocked(error) || (isTransient(error) && tries < RETRIES);
        if (!again || performance.now() > deadline) return giveUp(command, error);
        if (isLocked(error)) await backOff();
      }
    }
  };
  const giveUp = (command: Command<Input>, error: unknown): Answer => {
    // The operation was rolled back, so the refusal belongs to this command alone.
    if (error instanceof Refusal) return refuse(command, error, options);
    if (error instanceof GateFull) return refuse(command, tooManyWaiting(), options);
    if (waitsForKey(error)) return refuse(command, new Refusal('idempotency_in_progress'), options);
    if (isTransient(error)) return refuse(command, new Refusal('service_unavailable'), options);
    return fail(command, error);
  };
  const sendAlone = createBatches<Retry<Input>, Answer>(
    ({ command }) => command.caller.world,
    async ([retry]) => [await tryAlone(retry!)],
    { maxBatch: 1, batches: ALONE_AT_ONCE },
  );
  const alone = (command: Command<Input>): Promise<Answer> =>
    sendAlone({ command, deadline: performance.now() + PATIENCE_MS });

  /** @returns the answers of a batch, or the result of `orElse` if it failed */
  const batch = async (
    commands: Command<Input>[],
    { claim, lockTimeoutMs, tries, onLocked }: How,
    orElse: (error: unknown) => Answers,
  ): Promise<Answers> => {
    for (let tried = 1; ; tried++) {
      try {
        const answers = await attempt(commands, claim, lockTimeoutMs);
        // The promises are not awaited here, so that the lane is free while they run.
        return answers.map((answer, i) => answer ?? alone(commands[i]!));
      } catch (error) {
        if (error instanceof GateFull) return commands.map((command) => refuse(command, tooManyWaiting(), options));
        if (isUnreachable(error)) return commands.map((command) => fail(command, error));
        // Any other error means that the batch was rolled back.
        if (!isLocked(error) || tried === tries) return orElse(error);
        onLocked?.();
        await backOff();
      }
    }
  };
  return { alone, batch };
}

/** A trace of the batch, if one of its requests is traced. */
function traceBatch({ node }: Database, name = '', commands: readonly Command<unknown>[]) {
  if (!node.tracing) return null;
  const spans = commands.map(({ span }) => span);
  return node.tracing.startBatch(`batch ${name}`.trim(), 'internal', spans);
}

const backOff = () => sleep(BACKOFF_MS * (0.5 + Math.random()));

/** The refusal when too many commands of a world wait. */
export const tooManyWaiting = () =>
  new Refusal(
    'rate_limited',
    'Too many requests of this integration are waiting for the database. Send fewer at once.',
    {
      headers: { 'Retry-After': '1' },
    },
  );

const isPassing = (error: unknown) => isUnreachable(error) || isBusy(error);

/** Unique and lock conflicts with another transaction: a retry finds an answer. */
function isTransient(error: unknown): boolean {
  return isStatementError(error) && ['23505', '40001', '40P01', '55P03'].includes(error.code ?? '');
}

function waitsForKey(error: unknown): boolean {
  return isStatementError(error) && error.code === '55P03' && (error.where ?? '').includes('idempotency_keys');
}
