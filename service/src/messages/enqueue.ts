import type { Database, Queries } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { newId } from '../kernel/new-id.ts';
import { sealSecret } from '../kernel/seal.ts';
import { insertMessages, newMessages } from './queue-store.ts';
import type { EmailMessage, SmsMessage } from './sender.ts';

export type NewMessage = {
  /** Null: a notice of the deployment itself. */
  readonly world: number | null;
  readonly kind: string;
  /** The record that it is about. */
  readonly about?: string;
  /** The event that causes it: each event causes one message for each channel. */
  readonly source?: string;
  /** It is only shown, because its world is a test world and its receiver never asked for a test. */
  readonly shown?: boolean;
} & (
  | { readonly channel: 'sms'; readonly message: SmsMessage }
  | { readonly channel: 'email'; readonly message: EmailMessage }
);

export type MessageQueue = {
  /**
   * Puts messages into the durable queue: inside a transaction, or at once.
   * @returns how many were added; a message whose event has one already is not
   */
  add(to: Tx | Database, messages: readonly NewMessage[]): Promise<number>;
};

/** @param key encrypts the words, which contain links that are secrets */
export function openMessageQueue(key: DataKey): MessageQueue {
  return {
    add: async (to, messages) => {
      if (messages.length === 0) return 0;
      const rows = messages.map(({ world, channel, kind, about, source, shown, message }) => {
        const id = newId('msg');
        const { to: recipient, ...words } = message;
        const sealed = sealSecret(JSON.stringify(words), key, id);
        const links = { about: about ?? null, source: source ?? null };
        return { id, world, channel, recipient, kind, ...links, sealed, shown: shown ?? false };
      });
      const added = await (to as Queries).query<{ id: string }>(insertMessages, newMessages.of(rows));
      if ('afterCommit' in to) to.afterCommit(() => to.node.wake('messages'));
      else to.node.wake('messages');
      return added.length;
    },
  };
}
