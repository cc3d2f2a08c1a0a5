import type { MessageQueue } from '../../src/messages/enqueue.ts';
import type { EmailMessage } from '../../src/messages/sender.ts';

/** A queue that only notes the e-mails. */
export const notingQueue = (mails: EmailMessage[]): MessageQueue => ({
  add: async (_to, messages) => {
    for (const { message } of messages) mails.push(message as EmailMessage);
    return messages.length;
  },
});
