import { nextPeriod, startOfDay } from '../../core/periods.ts';
import { claimedBy, type Database } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { zoneOf } from '../../merchants/settings.ts';
import { languageOf, readableAmount, writeEmail } from '../../messages/texts.ts';
import { readDay, type Sums, selectBalance } from '../sums.ts';
import { planSummary } from './plan.ts';
import { type AlertSender, pageOf, queueMail } from './send-mail.ts';
import { type Addressee, type DueSummary, moveSummary, selectDueSummary, selectWalletCurrencies } from './store.ts';
import { alertTexts } from './texts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A summary whose figures could not be read is tried again after this time. */
const AGAIN_MS = 10 * 60_000;

export type SummarySender = AlertSender & {
  readonly onError: (error: unknown) => void;
};

/**
 * Sends the next due summary through the durable queue. The figures are read before the transaction. It moves the time
 * of the summary, so that one of several nodes sends it, and a restart neither repeats nor loses it.
 * @returns whether one was due
 */
export async function sendDueSummary(sender: SummarySender): Promise<boolean> {
  const { db, onError } = sender;
  const [due] = await db.query<DueSummary>(selectDueSummary);
  if (!due) return false;
  const zone = zoneOf(due);
  const { day, next } = planSummary(due.now, due.summary_hour, zone);
  const isNew = day !== null && (due.summary_day === null || due.summary_day < day);
  try {
    const figures = isNew && due.allowed && due.email !== null ? await readFigures(db, due, day, zone) : null;
    await moveOn(sender, due, { next, day, figures });
  } catch (error) {
    onError(error);
    await moveOn(sender, due, { next: new Date(due.now + AGAIN_MS), day: null, figures: null });
  }
  return true;
}

type Step = { readonly next: Date; readonly day: string | null; readonly figures: readonly Figures[] | null };

async function moveOn(sender: SummarySender, due: DueSummary, { next, day, figures }: Step): Promise<void> {
  const { db, queue, brand } = sender;
  const { world, account_id: account } = due;
  await transaction(db, async (tx) => {
    const moved = await tx.query(moveSummary, [world, account, due.due, next, day]);
    if (moved.length === 0 || !figures) return;
    const language = languageOf(due.language);
    const values = {
      ...{ integration: due.name, day: dayInWords(day!, language), lines: linesOf(sender, figures, language) },
      ...{ page: pageOf(sender, due, 'home'), settings: pageOf(sender, due, 'settings') },
    };
    const message = writeEmail(due.email!, 'daily_summary', values, { brand, language });
    await queueMail(tx, queue, due, { kind: 'daily_summary', source: `summary ${account} ${day}`, message });
  });
}

/** A day of one currency, and the balance now. */
type Figures = {
  readonly currency: string;
  readonly succeeded: number;
  readonly volume: bigint;
  readonly fees: bigint;
  readonly taxes: bigint;
  readonly refunds: number;
  readonly refunded: bigint;
  readonly failed: number;
  readonly balance: bigint;
};

async function readFigures(db: Database, to: Addressee, day: string, zone: string): Promise<Figures[]> {
  const { world, livemode, merchant } = to;
  const own = claimedBy(db, { by: 'world', world, livemode });
  // Sums are by UTC hours, as in the charts.
  const [from, until] = [day, nextPeriod(day, 'daily')].map(
    (date) => Math.floor(startOfDay(date, zone) / HOUR_MS) * HOUR_MS,
  ) as [number, number];
  const all: Figures[] = [];
  for (const { currency } of await own.query<{ currency: string }>(selectWalletCurrencies, [merchant, livemode])) {
    const hours: Sums[] = [];
    for (let start = Math.floor(from / DAY_MS) * DAY_MS; start < until; start += DAY_MS)
      hours.push(...(await readDay(own, { world, currency, branch: undefined }, start)));
    const [balance] = await own.query<{ total: string }>(selectBalance, [merchant, livemode, currency]);
    const within = hours.filter(({ hour }) => hour >= from && hour < until);
    all.push({ currency, ...addUpDay(within), balance: BigInt(balance!.total) });
  }
  return all;
}

const addUpDay = (hours: readonly Sums[]): Omit<Figures, 'currency' | 'balance'> => {
  const sums = { succeeded: 0, volume: 0n, fees: 0n, taxes: 0n, refunds: 0, refunded: 0n, failed: 0 };
  for (const hour of hours) {
    sums.succeeded += hour.succeeded;
    sums.volume += hour.volume;
    sums.fees += hour.fees;
    sums.taxes += hour.taxes;
    sums.refunds += hour.refunds;
    sums.refunded += hour.refunded;
    sums.failed += hour.failed;
  }
  return sums;
};

type Language = ReturnType<typeof languageOf>;

/** A paragraph for each currency in which something happened; otherwise a sentence, and the balances. */
function linesOf(sender: SummarySender, figures: readonly Figures[], language: Language): string {
  const say = alertTexts[language];
  const money = (amount: bigint, code: string) =>
    readableAmount(amount, { code, exponent: sender.exponentOf(code) }, language);
  const active = figures.filter(({ succeeded, refunds, failed }) => succeeded + refunds + failed > 0);
  const balances = figures.map(({ currency, balance }) => `${say.balance}: ${money(balance, currency)}`);
  if (active.length === 0) return [say.nothing, '', ...balances].join('\n');
  return active
    .map(({ currency, succeeded, volume, fees, taxes, refunds, refunded, failed, balance }) =>
      [
        currency,
        `${say.received}: ${money(volume, currency)} (${succeeded.toLocaleString(language)})`,
        `${say.fees}: ${money(fees, currency)}`,
        ...(taxes === 0n ? [] : [`${say.taxes}: ${money(taxes, currency)}`]),
        `${say.refunds}: ${money(refunded, currency)} (${refunds.toLocaleString(language)})`,
        `${say.failed}: ${failed.toLocaleString(language)}`,
        `${say.balance}: ${money(balance, currency)}`,
      ].join('\n'),
    )
    .join('\n\n');
}

/** CLDR has no Haitian Creole. */
const dayInWords = (day: string, language: Language) =>
  new Intl.DateTimeFormat(language === 'ht' ? 'fr-HT' : language, { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
