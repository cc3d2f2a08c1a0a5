import type { Logger } from 'pino';
import { Refusal } from '../kernel/refusal.ts';
import { type EmailMessage, type EmailSender, SendFailure, type SmsMessage, type SmsSender } from './sender.ts';

export type Channel = 'sms' | 'email';
/** One-time codes have their own queue, so a flood of invitations does not delay them. */
export type QueueName = 'code' | 'other';
export type MessageOutcome = 'sent' | 'failed' | 'refused' | 'abandoned';

/**
 * Takes messages from requests and sends them after their answers. The queue is deliberately in this process's memory.
 * A code lives for minutes, so a queue that survived a crash would mostly deliver expired codes, and would keep codes
 * in the database in clear. A lost message is logged and counted, and the person can ask for another. Messages that
 * must survive a crash go through the durable queue (`enqueue.ts`).
 *
 * Hand a message over after the COMMIT of the change that it reports.
 */
export type Outbox = {
  /**
   * @throws Refusal `service_unavailable` when too many messages wait: a message that would be stale when sent is not
   * taken
   */
  sms(message: SmsMessage, queue?: QueueName): void;
  email(message: EmailMessage, queue?: QueueName): void;
  /**
   * For a request that may send a message, which must be refused before it changes anything.
   * @throws Refusal `service_unavailable` when too many messages wait
   */
  checkRoom(channel: Channel, queue: QueueName): void;
  /** Whether one-time codes wait for a free place. */
  codesWait(channel: Channel): boolean;
  /** Takes no more messages, and sends those taken as long as there is time. */
  stop(): Promise<void>;
};

export type OutboxOptions = {
  readonly sms: SmsSender;
  readonly email: EmailSender;
  readonly log: Logger;
  readonly onOutcome: (channel: Channel, outcome: MessageOutcome) => void;
  readonly stopMs?: number;
};

/**
 * 16 at once and 160 waiting, each finished within 10 s. If a provider never answers, the last message is still tried
 * after 100 s, within the 300 s that a code lives.
 */
export const AT_ONCE = 16;
export const IN_LINE = 160;

/** Shorter than the time that a node has to drain. */
const STOP_MS = 8_000;

export function openOutbox({ sms, email, log, onOutcome, stopMs = STOP_MS }: OutboxOptions): Outbox {
  // Separate queues, so that a dead mail server delays no SMS, and nothing delays a code.
  const queue = <M>(channel: Channel, sender: { send(message: M): Promise<void> }) =>
    openQueue<M>((message) => sender.send(message), {
      onOutcome: (outcome, error) => {
        onOutcome(channel, outcome);
        if (outcome !== 'sent') log.error({ channel, outcome, reason: reasonOf(error) }, 'a message was not sent');
      },
    });
  const texts = { code: queue('sms', sms), other: queue('sms', sms) };
  const mails = { code: queue('email', email), other: queue('email', email) };
  const queues = { sms: texts, email: mails };
  return {
    sms: (message, name = 'other') => texts[name].add(message),
    email: (message, name = 'other') => mails[name].add(message),
    checkRoom: (channel, name) => queues[channel][name].checkRoom(),
    codesWait: (channel) => queues[channel].code.hasWaiting(),
    stop: async () => {
      const all = [texts.code, texts.other, mails.code, mails.other];
      await Promise.all(all.map((one) => one.stop(stopMs)));
    },
  };
}

/** A SendFailure is safe to log. Another error's message may quote the message that was sent. */
const reasonOf = (error: unknown) =>
  error instanceof SendFailure ? error.message : error instanceof Error ? error.name : undefined;

type Queue<M> = {
  add(message: M): void;
  checkRoom(): void;
  hasWaiting(): boolean;
  stop(withinMs: number): Promise<void>;
};

function openQueue<M>(
  send: (message: M) => Promise<void>,
  { onOutcome }: { onOutcome: (outcome: MessageOutcome, error?: unknown) => void },
): Queue<M> {
  let waiting: M[] = [];
  let underWay = 0;
  let stopped = false;
  const idle = Promise.withResolvers<void>();

  const next = (): void => {
    while (underWay < AT_ONCE && waiting.length > 0) {
      underWay++;
      const message = waiting.shift()!;
      // Runs after the caller has continued, so that a sender that throws synchronously does not fail the request.
      Promise.resolve()
        .then(() => send(message))
        .then(
          () => onOutcome('sent'),
          (error) => onOutcome('failed', error),
        )
        .finally(() => {
          underWay--;
          next();
        });
    }
    if (stopped && underWay === 0) idle.resolve();
  };

  const checkRoom = () => {
    if (!stopped && waiting.length < IN_LINE) return;
    onOutcome('refused');
    throw new Refusal('service_unavailable', 'Too many messages are waiting to be sent. Try again in a minute.', {
      headers: { 'Retry-After': '60' },
    });
  };

  return {
    checkRoom,
    hasWaiting: () => waiting.length > 0,
    add: (message) => {
      checkRoom();
      waiting.push(message);
      next();
    },
    stop: async (withinMs) => {
      stopped = true;
      next();
      const timer = setTimeout(idle.resolve, withinMs);
      await idle.promise;
      clearTimeout(timer);
      for (let left = waiting.length + underWay; left > 0; left--) onOutcome('abandoned');
      waiting = [];
    },
  };
}
