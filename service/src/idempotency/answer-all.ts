import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import type { Accepted, Answer, BatchOperation, Cover } from '../kernel/operation.ts';
import { Refusal, renderRefusal } from '../kernel/refusal.ts';
import type { OnceOptions } from './once-options.ts';
import { awaitStandby, insertAnswers, type StoredAnswer, selectAnswers } from './store.ts';

/**
 * The answers kept for a replay (docs/concepts.md, "Idempotency"). After any other answer the request may be tried again
 * under the same key.
 */
const stored = (answer: Answer) =>
  answer.status < 300 || answer.status === 402 || answer.status === 409 || answer.status === 422;

/**
 * Carries out a batch in the caller's transaction, each idempotency key once, and stores the answers in the same
 * transaction.
 * @returns an answer for each command; null for a command to try again alone
 */
export async function answerAll<Input, Loaded>(
  tx: Tx,
  commands: Command<Input>[],
  operation: BatchOperation<Input, Loaded>,
  options: OnceOptions<Input, Loaded>,
): Promise<(Answer | null)[]> {
  const answers = new Map<Command<Input>, Answer>();
  const firstOf = new Map<string, Command<Input>>();
  const stillToCome = storedAnswers(tx, commands);
  const loaded = options.load?.(tx, commands);
  // If every command is a replay, nobody awaits it. Its later statements are then refused, because the transaction is
  // over.
  loaded?.catch(() => {});
  const before = await stillToCome;
  const fresh = commands.filter((command) => {
    if (!command.idempotency) return true;
    const key = keyOf(command.caller.world, command.idempotency.key);
    const known = before.get(key);
    if (known) answers.set(command, replay(command, known, options));
    else if (!firstOf.has(key)) firstOf.set(key, command);
    return !known && firstOf.get(key) === command;
  });

  const outputs = fresh.length > 0 ? await operation(tx, fresh, loaded) : [];
  const toStore: StoredAnswer[] = [];
  fresh.forEach((command, i) => {
    const output = outputs[i]!;
    const answer = output instanceof Refusal ? refuse(command, output, options) : done(output, options.status);
    answers.set(command, answer);
    if (command.idempotency && stored(answer)) toStore.push(storedForm(command, answer, options.cover));
  });
  if (toStore.length > 0) insertAnswers(tx, toStore);
  else if (before.size > 0) awaitStandby(tx);

  return commands.map((command) => {
    const answer = answers.get(command);
    if (answer) return answer;
    // A duplicate of another command in this batch. If the first answer is not stored, the duplicate is tried alone.
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

export function refuse(command: Command<unknown>, refusal: Refusal, options: { docBase: string }): Answer {
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

export const keyOf = (world: number, key: string) => `${world} ${key}`;
