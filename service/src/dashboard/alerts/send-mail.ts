import type { Database } from '../../db/database.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { MessageQueue } from '../../messages/enqueue.ts';
import { languageOf, readableAmount, writeEmail } from '../../messages/texts.ts';
import { type Addressee, claimDueMail, type DueMail, endMail } from './store.ts';
import { alertTexts } from './texts.ts';

export type AlertSender = {
  readonly db: Database;
  readonly queue: MessageQueue;
  readonly brand: string;
  /** The dashboard. */
  readonly dashboard: string;
  readonly exponentOf: (currency: string) => number;
};

/**
 * Puts the next due mail into the durable queue. The same transaction deletes the pending payments, so each payment is
 * in one mail.
 * @returns whether there was one
 */
export async function sendDueAlert({ db, ...sender }: AlertSender): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [due] = await tx.query<DueMail>(claimDueMail);
    if (!due) return false;
    await tx.query(endMail, [due.world, due.account_id]);
    if (due.allowed && due.email !== null) await queueAlert(tx, sender, due);
    return true;
  });
}

type Sender = Omit<AlertSender, 'db'>;

async function queueAlert(tx: Tx, { queue, brand, exponentOf, ...sender }: Sender, due: DueMail): Promise<void> {
  const language = languageOf(due.language);
  const sums = Object.entries(due.pending).sort(([a], [b]) => (a < b ? -1 : 1));
  const amount = sums
    .map(([code, sum]) => readableAmount(BigInt(sum.amount), { code, exponent: exponentOf(code) }, language))
    .join(', ');
  const count = sums.reduce((all, [, sum]) => all + sum.count, 0);
  const page = pageOf(sender, due, count === 1 ? `payments/${due.pending_id}` : 'payments');
  const values = { amount, page, settings: pageOf(sender, due, 'settings'), integration: due.name };
  const wording = { brand, language };
  const message =
    count === 1
      ? writeEmail(due.email!, 'payment_arrived', values, wording)
      : writeEmail(due.email!, 'payments_arrived', { ...values, count: count.toLocaleString(language) }, wording);
  await queueMail(tx, queue, due, { kind: 'payment_alert', message });
}

/** A page of the dashboard in the addressee's world. */
export const pageOf = ({ dashboard }: Pick<Sender, 'dashboard'>, { integration, livemode }: Addressee, path: string) =>
  `${dashboard}/${integration}/${livemode ? 'live' : 'test'}/${path}`;

type Mail = {
  readonly kind: string;
  readonly source?: string;
  readonly message: { readonly to: string; readonly subject: string; readonly text: string };
};

/** A mail about test payments says so. */
export async function queueMail(tx: Tx, queue: MessageQueue, to: Addressee, { message, ...mail }: Mail): Promise<void> {
  const { test } = alertTexts[languageOf(to.language)];
  const subject = to.livemode ? message.subject : `[${test}] ${message.subject}`;
  await queue.add(tx, [{ world: to.world, ...mail, channel: 'email', message: { ...message, subject } }]);
}
