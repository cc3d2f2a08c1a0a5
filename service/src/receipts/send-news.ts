import { countryOf } from '../core/phone.ts';
import type { Database } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { zoneOf } from '../merchants/settings.ts';
import { beginReceipts } from '../merchants/settings-store.ts';
import type { MessageQueue, NewMessage } from '../messages/enqueue.ts';
import { languageOf } from '../messages/texts.ts';
import type { PageLanguage } from '../pages/language.ts';
import { draftReceipt } from './create.ts';
import { type News, receiptEmail, receiptSms } from './message-texts.ts';
import { type CursorRow, countCursors, lockCursor, moveCursor, selectLanguages } from './news-store.ts';
import { type NewsItem, readNews } from './read-news.ts';
import { findStopped } from './stops.ts';
import { ensureReceipts, type ReceiptRow } from './store.ts';
import { openReceiptToken, receiptUrl } from './token.ts';
import type { ReceiptAddresses } from './view.ts';

export type NewsWorker = ReceiptAddresses & {
  readonly db: Database;
  readonly queue: MessageQueue;
  readonly brand: string;
  readonly exponentOf: (currency: string) => number;
};

/** Receivers wait some seconds for a receipt at most. */
const EVERY_MS = 2_000;
/** Integrations that an operator's command added while receipts were being turned on are found this often. */
const BEGIN_EVERY_MS = 60_000;

/**
 * Turns the events of a world into messages, some in each round. The events are followed in the order of their
 * transactions, so the writers of money do nothing for receipts. The position moves in the transaction that queues the
 * messages, and each event causes a message once.
 */
export function createNewsWorker(options: NewsWorker): () => Promise<{ done: number; nextDueMs: number | null }> {
  const { db } = options;
  let beginAt = 0;
  let last = 0;
  return async () => {
    const next = (after: number) => transaction(db, (tx) => sendSome(tx, after, options));
    const world = (await next(last)) ?? (last > 0 ? await next(0) : undefined);
    last = world ?? 0;
    if (world !== undefined) return { done: 1, nextDueMs: null };
    if (performance.now() >= beginAt) {
      beginAt = performance.now() + BEGIN_EVERY_MS;
      await db.query(beginReceipts, [null]);
    }
    const [cursors] = await db.query<{ exist: boolean }>(countCursors);
    return { done: 0, nextDueMs: cursors!.exist ? EVERY_MS : null };
  };
}

/** @returns the next world with unread events, whose messages are queued; undefined if there is none */
async function sendSome(tx: Tx, after: number, options: NewsWorker): Promise<number | undefined> {
  const [cursor] = await tx.query<CursorRow>(lockCursor, [after]);
  if (!cursor) return undefined;
  const { items, cursor: next } = await readNews(tx, cursor);
  await options.queue.add(tx, await writeMessages(tx, cursor, items, options));
  await tx.query(moveCursor, [cursor.world, next.xid, next.event_id, next.item_id]);
  return cursor.world;
}

async function writeMessages(
  tx: Tx,
  cursor: CursorRow,
  items: readonly NewsItem[],
  options: NewsWorker,
): Promise<NewMessage[]> {
  const { world, livemode, merchant_id: merchant } = cursor;
  const phones = [...new Set(items.map(({ phone }) => phone))];
  const stopped = await findStopped(tx, { livemode, merchant }, phones);
  const wanted = items.filter(({ phone }) => stopped.get(phone) !== 'all');
  const languages = await findLanguages(tx, phones, livemode);
  const drafts = new Map(wanted.map((item) => [item.id, draftReceipt(options.key, world, item)]));
  const receipts = await ensureReceipts(tx, [...drafts.values()]);
  return wanted
    .flatMap((item) => messagesOf(cursor, item, receipts.get(item.id)!, languages(item.phone), options))
    .filter(({ channel, message }) => channel !== 'sms' || !stopped.has(message.to));
}

function messagesOf(
  { world, livemode, receipts: by, name, ...zone }: CursorRow,
  { source, news, kind: of, phone, email, amount, currency, at }: NewsItem,
  receipt: ReceiptRow,
  language: PageLanguage,
  { base, key, brand, exponentOf }: NewsWorker,
): NewMessage[] {
  const told: News = {
    ...{ news, amount, currency: { code: currency, exponent: exponentOf(currency) }, merchant: name, at },
    ...{ timeZone: zoneOf(zone), url: receiptUrl(base, openReceiptToken(receipt.sealed_token, key, receipt.id)) },
  };
  const kind = of === 'payout_item' ? 'payout_receipt' : 'receipt';
  const common = { world, kind, about: receipt.id, source, shown: !livemode };
  const messages: NewMessage[] = [];
  if (by === 'sms' || by === 'both') {
    messages.push({ ...common, channel: 'sms', message: { to: phone, text: receiptSms(told, language) } });
  }
  if (email !== null && (by === 'email' || by === 'both')) {
    messages.push({ ...common, channel: 'email', message: { to: email, ...receiptEmail(told, language, brand) } });
  }
  return messages;
}

/** Official languages of countries whose people mostly read one of ours; elsewhere English. */
const languageOfCountry: Readonly<Record<string, PageLanguage>> = {
  ...byCountry('fr', 'BJ BF BI CD CF CG CI CM DJ FR GA GN KM MG ML NE SN TD TG'),
  ...byCountry('es', 'AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PY SV UY VE'),
  ...byCountry('pt', 'AO BR CV GW MZ PT ST'),
  ...byCountry('ht', 'HT'),
  ...byCountry('sw', 'TZ'),
};

function byCountry(language: PageLanguage, countries: string): Record<string, PageLanguage> {
  return Object.fromEntries(countries.split(' ').map((country) => [country, language]));
}

/** The language of the receiver's account here, or of the phone's country. */
async function findLanguages(tx: Tx, phones: readonly string[], livemode: boolean) {
  const rows =
    phones.length === 0 ? [] : await tx.query<{ phone: string; language: string }>(selectLanguages, [phones, livemode]);
  const known = new Map(rows.map(({ phone, language }) => [phone, languageOf(language)]));
  return (phone: string): PageLanguage => known.get(phone) ?? languageOfCountry[countryOf(phone)] ?? 'en';
}
