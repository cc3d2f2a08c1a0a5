import type { Database, Statement } from '../db/database.ts';
import { arraysFrom, from, int4, text } from '../db/table.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { callbackUrl } from '../rails/callback-address.ts';
import type { ContextSource, RailJobKey } from '../rails/context.ts';
import type { Rails } from '../rails/rail.ts';

/** A merchant's new name reaches the texts for payers within this time. */
const NAME_MS = 60_000;
/** More results about one record than any provider sends. The newest count: the last one may be the outcome. */
const MOST_RESULTS = 50;

const jobs = arraysFrom<RailJobKey>(
  { rail: from(text, ({ rail }) => rail), record: from(text, ({ id }) => id) },
  { hidden: true },
);

const selectResults: Statement = {
  name: 'callbacks_results',
  text: `
    SELECT n.record, c.result FROM (SELECT ${jobs.unnest}) AS n
    CROSS JOIN LATERAL (
      SELECT id, result FROM rail_callbacks
      WHERE record BETWEEN n.record AND n.record AND rail = n.rail AND result IS NOT NULL
      ORDER BY record DESC, id DESC LIMIT ${MOST_RESULTS}) c
    ORDER BY c.id`,
};

const worlds = arraysFrom<number>({ world: from(int4) }, { hidden: true });

const selectNames: Statement = {
  name: 'callbacks_merchant_names',
  text: `
    SELECT n.world, m.name FROM (SELECT ${worlds.unnest}) AS n
    CROSS JOIN LATERAL (SELECT integration_id FROM worlds WHERE id = n.world LIMIT 1) w
    CROSS JOIN LATERAL (SELECT merchant_id FROM integrations WHERE id = w.integration_id LIMIT 1) i
    CROSS JOIN LATERAL (SELECT name FROM merchants WHERE id = i.merchant_id LIMIT 1) m`,
};

/** A callback that arrived before its record was restored is kept under the provider's reference. */
const namesOfRecord = (job: RailJobKey): RailJobKey[] =>
  job.provider_reference ? [{ ...job, id: job.provider_reference }, job] : [job];

export type ContextOptions = {
  readonly db: Database;
  readonly rails: Pick<Rails, 'row'>;
  /** The public base address for callbacks; null if the deployment has none. */
  readonly base: string | null;
  readonly key: DataKey;
  /** Monotonic. */
  readonly now?: () => number;
};

/**
 * Reads for records at rails the merchant's display name, the results that arrived by callback, and the address for
 * callbacks. A result counts only at the rail that it came to.
 */
export function openContext(options: ContextOptions): ContextSource {
  const { db, rails, base, key } = options;
  const namesOf = cacheNames(options);
  return async (records) => {
    const [names, rows] = await Promise.all([
      namesOf(records.map(({ world }) => world)),
      db.query<{ record: string; result: string }>(selectResults, jobs.of(records.flatMap(namesOfRecord))),
    ]);
    const results = Map.groupBy(rows, ({ record }) => record);
    return records.map((record) => {
      const { world, id, rail, provider_reference: reference } = record;
      const row = rails.row(rail);
      const received = namesOfRecord(record).flatMap((name) => results.get(name.id) ?? []);
      return {
        merchant: names.get(world) ?? '',
        received: received.map(({ result }) => JSON.parse(result) as unknown),
        callbackUrl: base !== null && row ? callbackUrl(base, key, row.id, reference ?? id) : null,
      };
    });
  };
}

type Names = ReadonlyMap<number, string>;

function cacheNames({ db, now = performance.now.bind(performance) }: ContextOptions) {
  let known = new Map<number, string>();
  let until = 0;
  return async (asked: readonly number[]): Promise<Names> => {
    if (now() >= until) {
      known = new Map();
      until = now() + NAME_MS;
    }
    const missing = [...new Set(asked)].filter((world) => !known.has(world));
    if (missing.length === 0) return known;
    const names = known;
    const rows = await db.query<{ world: number; name: string }>(selectNames, worlds.of(missing));
    for (const { world, name } of rows) names.set(world, name);
    return names;
  };
}
