import type { Logger } from 'pino';
import { Refusal } from '../kernel/refusal.ts';
import { type EmailMessage, type EmailSender, SendFailure, type SmsMessage, type SmsSender } from './sender.ts';

export type Channel = 'sms' | 'email';
/** One-time codes wait for nothing else: a flood of invitations or notices delays none of them. */
export type QueueName = 'code' | 'other';
export type MessageOutcome = 'sent' | 'failed' | 'refused' | 'abandoned';

/**
 * Takes messages from requests and sends them after their answers. Deliberately in the memory of this process: a code
 * lives for minutes, so a queue that outlives a crash would mostly deliver what has expired, and would keep codes in the
 * database in clear. What is lost is logged and counted, and whoever waits for it asks for another.
 *
 * Hand a message over after the COMMIT of what it tells of.
 */
export type Outbox = {
  /** @throws Refusal `service_unavailable` when too much waits already: nothing is taken that may go stale in line */
  sms(message: SmsMessage, lane?: QueueName): void;
  email(message: EmailMessage, lane?: QueueName): void;
  /**
   * For a request that may send a message: it is refused before it changes anything.
   * @throws Refusal `service_unavailable` when too much waits already
   */
  checkRoom(channel: Channel, lane: QueueName): void;
  /** Takes no more, and lets what was taken be sent for as long as there is time. */
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
 * 16 at once and 160 in line, each done within 10 s: with an operator that answers nothing the last in line still has its
 * turn after 100 s, within the 300 s that a code lives.
 */
export const AT_ONCE = 16;
export const IN_LINE = 160;

/** Less than a node has to drain. */
const STOP_MS = 8_000;

export function openOutbox({ sms, email, log, onOutcome, stopMs = STOP_MS }: OutboxOptions): Outbox {
  // Lanes of their own, so that a dead mail server delays no SMS, and nothing delays a code.
  const lane = <M>(channel: Channel, sender: { send(message: M): Promise<void> }) =>
    openQueue<M>((message) => sender.send(message), {
      onOutcome: (outcome, error) => {
        onOutcome(channel, outcome);
        if (outcome !== 'sent') log.error({ channel, outcome, reason: reasonOf(error) }, 'a message was not sent');
      },
    });
  const texts = { code: lane('sms', sms), other: lane('sms', sms) };
  const mails = { code: lane('email', email), other: lane('email', email) };
  const lanes = { sms: texts, email: mails };
  return {
    sms: (message, name = 'other') => texts[name].add(message),
    email: (message, name = 'other') => mails[name].add(message),
    checkRoom: (channel, name) => lanes[channel][name].checkRoom(),
    stop: async () => {
      const all = [texts.code, texts.other, mails.code, mails.other];
      await Promise.all(all.map((one) => one.stop(stopMs)));
    },
  };
}

/** What a sender throws of its own accord is fit for the log; another error's message may quote what was sent. */
const reasonOf = (error: unknown) =>
  error instanceof SendFailure ? error.message : error instanceof Error ? error.name : undefined;

type Queue<M> = { add(message: M): void; checkRoom(): void; stop(withinMs: number): Promise<void> };

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
      // Not before the caller has gone on: a sender that throws at once must not throw at the request.
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
