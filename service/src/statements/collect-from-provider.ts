import type { Database, Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import type { Rail, Rails } from '../rails/rail.ts';
import { keepFile } from './keep-file.ts';
import { localDays } from './line-row.ts';
import { MAX_FILE_BYTES } from './read/limits.ts';
import { type FileStores, receiveFile } from './receive-file.ts';
import { type ImportedRail, selectImportedRails } from './store.ts';

/** A provider's statement of a day may be an hour behind. */
const BEHIND_MS = 3_600_000;
/** A provider that made no file is asked again after this time. */
const AGAIN_MS = 900_000;
/** The database is asked this often whether a file is due. */
const LOOK_MS = 60_000;
/** A statement of a day takes seconds. Its state is read this often. */
const POLL_MS = 2_000;
/** A provider makes statements of at most 31 days. A longer time is asked for in several files. */
const MOST_DAYS = 30;

/** Claims the file up to $2, for $3 seconds. */
const claimStatement: Statement = {
  name: 'statement_requests_claim',
  text: `
    UPDATE reconciled_rails SET asked_at = now()
    WHERE rail = $1 AND (read_to IS NULL OR read_to < $2)
      AND (asked_at IS NULL OR asked_at < now() - make_interval(secs => $3))
    RETURNING read_to`,
};
/** Another node may have asked for the same file, if the provider took long. */
const doneStatement: Statement = {
  name: 'statement_requests_done',
  text: 'UPDATE reconciled_rails SET read_to = greatest(read_to, $2), asked_at = NULL WHERE rail = $1',
};

export type ProviderCollector = FileStores & {
  readonly rails: Rails;
  readonly onError: (error: unknown) => void;
  readonly againMs?: number;
  readonly mostBytes?: number;
  readonly now?: () => Date;
};

/** A statement that a provider makes. It is asked for again after a restart. */
type Asked = {
  /** At the provider. */
  readonly id: string;
  readonly from: Temporal.PlainDate;
  /** The day after the last one. */
  readonly end: Temporal.PlainDate;
  readonly zone: string;
  /** On the monotonic clock. */
  readonly at: number;
};

/**
 * Collects the statement of each complete day from providers that make files on request. They are imported like
 * uploaded ones, with the layout of the rail. No round waits for a provider that makes a file.
 * @returns a round, which returns how many files it took
 */
export function createProviderCollector(options: ProviderCollector) {
  const { db, rails, onError, againMs = AGAIN_MS, now = () => new Date() } = options;
  /** By rail: when it is looked at again, on the monotonic clock. */
  const nextLook = new Map<string, number>();
  const waiting = new Map<string, Asked>();

  const collect = async (rail: Rail, settings: ImportedRail): Promise<boolean> => {
    const asked = waiting.get(settings.rail) ?? (await ask(db, rail, settings, now(), againMs));
    waiting.delete(settings.rail);
    if (!asked || (await take(options, rail, settings, asked))) return asked !== null;
    if (performance.now() - asked.at > againMs)
      throw new Error(`${settings.rail}: the provider has not made the statement of ${asked.from}`);
    waiting.set(settings.rail, asked);
    return false;
  };

  return async (): Promise<number> => {
    let taken = 0;
    for (const settings of await db.query<ImportedRail>(selectImportedRails)) {
      const rail = rails.get(settings.rail);
      if (!rail?.askStatement || performance.now() < (nextLook.get(settings.rail) ?? 0)) continue;
      try {
        if (await collect(rail, settings)) taken++;
      } catch (error) {
        onError(error);
      }
      const pauseMs = Math.min(againMs, waiting.has(settings.rail) ? POLL_MS : LOOK_MS);
      nextLook.set(settings.rail, performance.now() + pauseMs);
    }
    return taken;
  };
}

const startOf = (day: Temporal.PlainDate, zone: string) => new Date(day.toZonedDateTime(zone).epochMilliseconds);

/** Asks for the complete local days that no file has. @returns null if none is due */
async function ask(db: Database, rail: Rail, settings: ImportedRail, now: Date, againMs: number) {
  const { time_zone: zone } = settings;
  const dayOf = localDays(zone);
  const today = Temporal.PlainDate.from(dayOf(now));
  const midnight = startOf(today, zone);
  if (now.getTime() < midnight.getTime() + BEHIND_MS) return null;
  const values = [settings.rail, midnight, againMs / 1_000];
  const [claimed] = await db.query<{ read_to: Date | null }>(claimStatement, values);
  if (!claimed) return null;
  const { read_to: readTo } = claimed;
  const from = readTo === null ? today.subtract({ days: 1 }) : Temporal.PlainDate.from(dayOf(readTo));
  const most = from.add({ days: MOST_DAYS });
  const end = Temporal.PlainDate.compare(most, today) < 0 ? most : today;
  const id = await rail.askStatement!(startOf(from, zone), startOf(end, zone));
  return { id, from, end, zone, at: performance.now() } satisfies Asked;
}

/** @returns false while the provider makes the file */
async function take(
  { db, documents, mostBytes = MAX_FILE_BYTES }: ProviderCollector,
  rail: Rail,
  settings: ImportedRail,
  { id, from, end, zone }: Asked,
): Promise<boolean> {
  const found = await rail.statementFile!(id, from.toString());
  if (!found) return false;
  const days = { from: from.toString(), to: end.subtract({ days: 1 }).toString() };
  const draft = { rail: settings, source: 'provider', name: found.name, createdBy: 'service', days } as const;
  const received = await receiveFile({ db, documents }, draft, atMost(found.bytes, mostBytes));
  const doer = { actor: { type: 'service', id: 'statements' } } as const;
  await transaction(db, async (tx) => {
    await keepFile(tx, received, doer);
    tx.query(doneStatement, [settings.rail, startOf(end, zone)]);
  });
  return true;
}

async function* atMost(bytes: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const piece of bytes) {
    read += piece.length;
    if (read > most) throw new Error(`the provider's statement is larger than ${most} bytes`);
    yield piece;
  }
}
