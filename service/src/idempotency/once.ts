import type { Command } from '../command.ts';
import { coalesce } from '../db/coalesce.ts';
import type { Database } from '../db/database.ts';
import { isBusy, isStatementError, isUnreachable } from '../db/failure.ts';
import { OutcomeUnknown, type Tx, transaction } from '../db/transaction.ts';
import { Refusal, renderRefusal } from '../refusal.ts';
import { insertAnswers, type StoredAnswer, selectAnswers } from './store.ts';
import { PATIENCE_MS, waitInTurn } from './wait-in-turn.ts';

/** What goes back on the wire: the bytes are the same for the first answer and every replay. */
export type Answer = {
  readonly status: number;
  readonly body: string;
  readonly replayed: boolean;
  readonly refusal?: Refusal;
};

/** What was asked for waits for somebody else: 202 in the place of the route's own status. */
export type Accepted = { readonly accepted: string };

/**
 * An operation on many commands: a serialised result or a refusal for each, in their order. One that throws a refusal takes everything
 * back, and each command is tried alone.
 */
export type Operation<Input, Seen = undefined> = (
  tx: Tx,
  commands: Command<Input>[],
  seen?: Promise<Seen>,
) => Promise<(string | Refusal | Accepted)[]>;

/**
 * What an operation reads and locks, from the commands alone. It travels in one round trip with the look-up of stored
 * answers: on transfers, 256 connections, that is 1.25 × the throughput.
 */
export type LookUp<Input, Seen> = (tx: Tx, commands: Command<Input>[]) => Promise<Seen>;

/** An operation that needs more than its commands, with what it needs. */
export const given =
  <Input, Needs extends unknown[]>(
    operation: (tx: Tx, commands: Command<Input>[], ...needs: Needs) => Promise<(string | Refusal | Accepted)[]>,
    ...needs: NoInfer<Needs>
  ): Operation<Input> =>
  (tx, commands) =>
    operation(tx, commands, ...needs);

/** How an answer is kept where it must not be read in the database. */
export type Cover = { readonly seal: (body: string) => string; readonly open: (stored: string) => string };

export type OnceOptions<Input, Seen> = {
  readonly lookUp?: LookUp<Input, Seen>;
  readonly status: number;
  readonly docBase: string;
  /** For answers that carry a secret: they are kept sealed. */
  readonly cover?: Cover;
  /** Told of errors that are nobody's refusal. */
  readonly onError: (error: unknown, requestId: string) => void;
  readonly maxBatch?: number;
  readonly lanes?: number;
};

/** `once` for a route of the contract, with what is the same for all: see `change` in app.ts. */
export type MakeChange = <Input, Seen = undefined>(
  route: { method: string; path: string; ok: { status: number } },
  operation: Operation<Input, Seen>,
  more?: { lookUp?: LookUp<Input, Seen>; cover?: Cover; maxBatch?: number; lanes?: number },
) => (command: Command<Input>) => Promise<Answer>;

/** More would hold the locks of a batch longer than a p99 of 25 ms allows. */
const MAX_BATCH = 500;
const RETRIES = 20;

/** What is kept for a replay (docs/concepts.md, "Doing a thing once"): the rest may be tried again under the same key. */
const stored = (answer: Answer) =>
  answer.status < 300 || answer.status === 402 || answer.status === 409 || answer.status === 422;

/**
 * Makes an operation on an array into the function that one request calls. Requests coalesce into one transaction that
 * holds what they do and their idempotency rows together, so one key has one effect.
 *
 * An error on a batch says nothing about most of its members: each is then tried alone, beside the lane.
 */
export function once<Input, Seen = undefined>(
  db: Database,
  operation: Operation<Input, Seen>,
  options: OnceOptions<Input, Seen>,
): (command: Command<Input>) => Promise<Answer> {
  const attempt = (commands: Command<Input>[]) => transaction(db, (tx) => answerAll(tx, commands, operation, options));
  const fail = (command: Command<Input>, error: unknown) => {
    options.onError(error, command.requestId);
    return refuse(command, new Refusal(isPassing(error) ? 'service_unavailable' : 'internal_error'), options);
  };

  const inProgress = (command: Command<Input>) => refuse(command, new Refusal('idempotency_in_progress'), options);

  const alone = async (command: Command<Input>): Promise<Answer> => {
    const deadline = Date.now() + PATIENCE_MS;
    for (let tries = 1; ; tries++) {
      try {
        return (await attempt([command]))[0] as Answer;
      } catch (error) {
        // The operation took everything back: the refusal is this command's own.
        if (error instanceof Refusal) return refuse(command, error, options);
        const again = isTransient(error) && tries < RETRIES && Date.now() < deadline;
        if (again) continue;
        if (waitsForKey(error)) return inProgress(command);
        if (isTransient(error)) return refuse(command, new Refusal('service_unavailable'), options);
        return fail(command, error);
      }
    }
  };

  const send = coalesce<Command<Input>, Answer | Promise<Answer>>(
    async (commands) => {
      try {
        const answers = await attempt(commands);
        return answers.map((answer, i) => answer ?? alone(commands[i]!));
      } catch (error) {
        if (error instanceof OutcomeUnknown || isUnreachable(error))
          return commands.map((command) => fail(command, error));
        // Rolled back, whatever it was. The promises are handed over unawaited: the lane is free again while they run.
        return commands.map(alone);
      }
    },
    { maxBatch: options.maxBatch ?? MAX_BATCH, lanes: options.lanes ?? 1 },
  ) as (command: Command<Input>) => Promise<Answer>;
  return waitInTurn(send, { keyOf, inProgress });
}

async function answerAll<Input, Seen>(
  tx: Tx,
  commands: Command<Input>[],
  operation: Operation<Input, Seen>,
  options: OnceOptions<Input, Seen>,
): Promise<(Answer | null)[]> {
  const answers = new Map<Command<Input>, Answer>();
  const firstOf = new Map<string, Command<Input>>();
  const stillToCome = storedAnswers(tx, commands);
  const seen = options.lookUp?.(tx, commands);
  // Where every command is a replay nobody waits for it: what it would still ask comes after its transaction, and is refused.
  seen?.catch(() => {});
  const before = await stillToCome;
  const fresh = commands.filter((command) => {
    if (!command.idempotency) return true;
    const key = keyOf(command.caller.world, command.idempotency.key);
    const known = before.get(key);
    if (known) answers.set(command, replay(command, known, options));
    else if (!firstOf.has(key)) firstOf.set(key, command);
    return !known && firstOf.get(key) === command;
  });

  const outputs = fresh.length > 0 ? await operation(tx, fresh, seen) : [];
  const toStore: StoredAnswer[] = [];
  fresh.forEach((command, i) => {
    const output = outputs[i]!;
    const answer = output instanceof Refusal ? refuse(command, output, options) : done(output, options.status);
    answers.set(command, answer);
    if (command.idempotency && stored(answer)) toStore.push(storedForm(command, answer, options.cover));
  });
  if (toStore.length > 0) insertAnswers(tx, toStore);

  return commands.map((command) => {
    const answer = answers.get(command);
    if (answer) return answer;
    // A duplicate of another command in this batch. What is not stored leaves the key to the next: it is tried by itself.
    const first = firstOf.get(keyOf(command.caller.world, command.idempotency!.key))!;
    const firstAnswer = answers.get(first)!;
    return stored(firstAnswer) ? replay(command, storedForm(first, firstAnswer, options.cover), options) : null;
  });
}

function done(output: string | Accepted, status: number): Answer {
  if (typeof output === 'string') return { status, body: output, replayed: false };
  return { status: 202, body: output.accepted, replayed: false };
}

async function storedAnswers(tx: Tx, commands: Command<unknown>[]): Promise<Map<string, StoredAnswer>> {
  const keyed = commands.filter((command) => command.idempotency);
  const rows = keyed.length > 0 ? await selectAnswers(tx, keyed) : [];
  return new Map(rows.map((row) => [keyOf(row.world, row.key), row]));
}

function replay(command: Command<unknown>, known: StoredAnswer, options: { docBase: string; cover?: Cover }): Answer {
  if (!known.fingerprint.equals(command.idempotency!.fingerprint)) {
    return refuse(command, new Refusal('idempotency_key_reused'), options);
  }
  const body = options.cover ? options.cover.open(known.body) : known.body;
  return { status: known.status, body, replayed: true };
}

function refuse(command: Command<unknown>, refusal: Refusal, options: { docBase: string }): Answer {
  return {
    status: refusal.status,
    body: renderRefusal(refusal, command.requestId, options.docBase),
    replayed: false,
    refusal,
  };
}

function storedForm(command: Command<unknown>, answer: Answer, cover: Cover | undefined): StoredAnswer {
  const { key, fingerprint } = command.idempotency!;
  const body = cover ? cover.seal(answer.body) : answer.body;
  return { world: command.caller.world, key, fingerprint, status: answer.status, body };
}

const keyOf = (world: number, key: string) => `${world} ${key}`;

const isPassing = (error: unknown) => error instanceof OutcomeUnknown || isUnreachable(error) || isBusy(error);

/** Unique and lock conflicts with another transaction: on a second look there is an answer. */
function isTransient(error: unknown): boolean {
  return isStatementError(error) && ['23505', '40001', '40P01', '55P03'].includes(error.code ?? '');
}

function waitsForKey(error: unknown): boolean {
  return isStatementError(error) && error.code === '55P03' && (error.where ?? '').includes('idempotency_keys');
}
