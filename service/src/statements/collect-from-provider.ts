import type { Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import type { Rail, Rails } from '../rails/rail.ts';
import { keepFile } from './keep-file.ts';
import { localDays } from './line-row.ts';
import { type FileStores, receiveFile } from './receive-file.ts';
import { type ImportedRail, selectImportedRails } from './store.ts';

/** A provider's statement of a day may be an hour behind. */
const BEHIND_MS = 3_600_000;
/** A provider that made no file is asked again after this time. */
const AGAIN_MS = 900_000;
/** A provider makes statements of at most 31 days. */
const MOST_DAYS = 30;

/** Claims the file up to $2, for ten minutes. */
const claimStatement: Statement = {
  name: 'statement_requests_claim',
  text: `
    UPDATE reconciled_rails SET asked_at = now()
    WHERE rail = $1 AND (read_to IS NULL OR read_to < $2)
      AND (asked_at IS NULL OR asked_at < now() - make_interval(secs => $3))
    RETURNING read_to`,
};
const doneStatement: Statement = {
  name: 'statement_requests_done',
  text: 'UPDATE reconciled_rails SET read_to = $2, asked_at = NULL WHERE rail = $1',
};

export type ProviderCollector = FileStores & {
  readonly rails: Rails;
  readonly onError: (error: unknown) => void;
  readonly againMs?: number;
  readonly now?: () => Date;
};

/**
 * Collects the statement of each complete day from providers that make files on request. They are imported like
 * uploaded ones, with the layout of the rail.
 * @returns a round, which returns how many files it took
 */
export function createProviderCollector(options: ProviderCollector) {
  const { db, rails, onError, againMs = AGAIN_MS, now = () => new Date() } = options;
  /** By rail: when the database is asked whether a file is due, on the monotonic clock. */
  const nextLook = new Map<string, number>();
  return async (): Promise<number> => {
    let taken = 0;
    for (const settings of await db.query<ImportedRail>(selectImportedRails)) {
      const rail = rails.get(settings.rail);
      if (!rail?.statementFile || performance.now() < (nextLook.get(settings.rail) ?? 0)) continue;
      nextLook.set(settings.rail, performance.now() + Math.min(againMs, 60_000));
      try {
        if (await collect(options, rail, settings, now(), againMs)) taken++;
      } catch (error) {
        onError(error);
      }
    }
    return taken;
  };
}

async function collect(stores: FileStores, rail: Rail, settings: ImportedRail, now: Date, againMs: number) {
  const { db } = stores;
  const { time_zone: zone } = settings;
  const today = Temporal.PlainDate.from(localDays(zone)(now));
  const startOf = (daysAgo: number) =>
    new Date(today.subtract({ days: daysAgo }).toZonedDateTime(zone).epochMilliseconds);
  const to = startOf(0);
  if (now.getTime() < to.getTime() + BEHIND_MS) return false;
  const [claimed] = await db.query<{ read_to: Date | null }>(claimStatement, [settings.rail, to, againMs / 1_000]);
  if (!claimed) return false;
  const earliest = startOf(MOST_DAYS);
  const from = claimed.read_to === null ? startOf(1) : claimed.read_to < earliest ? earliest : claimed.read_to;
  const { name, bytes } = await rail.statementFile!(from, to);
  const draft = { rail: settings, source: 'provider', name, createdBy: 'service' } as const;
  const received = await receiveFile(stores, draft, bytes);
  const doer = { actor: { type: 'service', id: 'statements' } } as const;
  await transaction(db, async (tx) => {
    await keepFile(tx, received, doer);
    tx.query(doneStatement, [settings.rail, to]);
  });
  return true;
}
