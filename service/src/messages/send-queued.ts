import type { Database } from '../db/database.ts';
import { isUnreachable } from '../db/failure.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { openSecret } from '../kernel/seal.ts';
import type { Channel, MessageOutcome } from './outbox.ts';
import {
  claimMessages,
  claims,
  endMessage,
  MESSAGE_LEASE_S,
  nextDueMessage,
  postponeMessage,
  type QueuedMessage,
  RETRY_S,
  returnMessages,
} from './queue-store.ts';
import { type EmailSender, SEND_MS, SendFailure, type SmsSender } from './sender.ts';

export type QueueWorker = {
  readonly db: Database;
  readonly key: DataKey;
  readonly sms: SmsSender;
  readonly email: EmailSender;
  /** Whether one-time codes wait for this channel. They always go first. */
  readonly codesWait: (channel: Channel) => boolean;
  readonly onOutcome: (channel: Channel, outcome: MessageOutcome) => void;
  readonly onError: (error: unknown) => void;
  /** Called with a message that failed for the last time. */
  readonly onDead: (dead: { readonly message: string; readonly channel: Channel; readonly reason: string }) => void;
};

/** Sends at once, beside the codes' own. */
const AT_ONCE = 8;
/** How soon to try again while codes wait. */
const CODES_MS = 250;
/** A send begins only while its claim lasts this much longer. */
const LAST_START_MS = MESSAGE_LEASE_S * 1_000 - 2 * SEND_MS;

/**
 * Sends due messages of one channel, some in each round: a mail server that hangs delays no SMS. The lease of a claim
 * is longer than a send may take, so two nodes send one message twice only if the answer to the first send was lost:
 * with its connection, or with the process that waited for it.
 */
export function createMessageWorker(options: QueueWorker, channel: Channel) {
  const { db, codesWait } = options;
  return async (): Promise<{ done: number; nextDueMs: number | null }> => {
    const done = await sendDue(options, channel);
    if (done > 0) return { done, nextDueMs: null };
    if (codesWait(channel)) return { done, nextDueMs: CODES_MS };
    const [next] = await db.query<{ ms: number | null }>(nextDueMessage, [channel]);
    return { done, nextDueMs: next?.ms ?? null };
  };
}

async function sendDue(options: QueueWorker, channel: Channel): Promise<number> {
  const { db, codesWait } = options;
  if (codesWait(channel)) return 0;
  // The monotonic clock, from before the claim: the database's lease began later.
  const since = performance.now();
  const claimed = await db.query<QueuedMessage>(claimMessages, [channel, AT_ONCE]);
  const late = () => performance.now() - since > LAST_START_MS;
  const unsent: QueuedMessage[] = [];
  let sent = 0;
  for (const one of claimed) if (codesWait(channel) || late()) unsent.push(one);
  await Promise.all(
    claimed
      .filter((one) => !unsent.includes(one))
      .map(async (one) => {
        sent++;
        await sendOne(options, one);
      }),
  );
  if (unsent.length > 0) await db.query(returnMessages, claims.of(unsent));
  return sent;
}

async function sendOne(options: QueueWorker, claimed: QueuedMessage): Promise<void> {
  const { db, key, sms, email, onOutcome, onError, onDead } = options;
  const { id, channel, recipient, claims, attempts } = claimed;
  try {
    const words = JSON.parse(openSecret(claimed.sealed, key, id));
    const sender: { send(message: unknown): Promise<void> } = channel === 'sms' ? sms : email;
    await sender.send({ ...words, to: recipient });
  } catch (error) {
    onOutcome(channel, 'failed');
    // Another error's message may quote the message that was sent.
    if (!(error instanceof SendFailure)) onError(new Error(`a sender failed: ${(error as Error).name}`));
    const reason = error instanceof SendFailure ? error.message : 'The message could not be sent';
    const wait = RETRY_S[attempts - 1] ?? null;
    await db.query(postponeMessage, [id, claims, reason, wait]);
    if (wait === null) onDead({ message: id, channel, reason });
    return;
  }
  onOutcome(channel, 'sent');
  await recordSent(db, claimed);
}

/** The outcome is tried twice: without it the message would be sent again. */
async function recordSent(db: Database, { id, claims }: QueuedMessage): Promise<void> {
  try {
    await db.query(endMessage, [id, claims]);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    await db.query(endMessage, [id, claims]);
  }
}
