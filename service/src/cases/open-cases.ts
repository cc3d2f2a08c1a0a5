import type { CaseKind } from '../../../contract/src/cases.ts';
import type { Queries, Statement } from '../db/database.ts';
import { arraysFrom, bool, from, int4, int8, jsonbAsText, nullable, text } from '../db/table.ts';
import { newId } from '../kernel/new-id.ts';

export type CaseDraft = {
  readonly kind: CaseKind;
  readonly rail: string | null;
  /** `pay_…`, `rfd_…`, `pit_…`, the provider's receipt, or the callback; null if the case is about the whole rail. */
  readonly record: string | null;
  readonly world: number | null;
  readonly livemode: boolean;
  /** Minor units. */
  readonly amount: bigint | null;
  readonly currency: string | null;
  /** Facts for the person who works on it, without secrets. */
  readonly facts: Readonly<Record<string, unknown>>;
};

const drafts = arraysFrom<CaseDraft & { readonly id: string }>({
  id: from(text, ({ id }) => id),
  kind: from(text, ({ kind }) => kind),
  rail: from(nullable(text), ({ rail }) => rail),
  record: from(nullable(text), ({ record }) => record),
  world: from(nullable(int4), ({ world }) => world),
  livemode: from(bool, ({ livemode }) => livemode),
  amount: from(nullable(int8), ({ amount }) => amount),
  currency: from(nullable(text), ({ currency }) => currency),
  facts: from(jsonbAsText(), ({ facts }) => facts),
});

const insertStatement: Statement = {
  name: 'cases_insert',
  text: `
    INSERT INTO cases (${drafts.names})
    SELECT id, kind, rail, record, world, livemode, amount, currency, facts::jsonb FROM (SELECT ${drafts.unnest}) AS n
    ORDER BY kind, rail, record
    ON CONFLICT (kind, coalesce(rail, ''), coalesce(record, '')) WHERE status = 'open' DO NOTHING
    RETURNING id, kind, record`,
};

export type OpenedCase = { readonly id: string; readonly kind: CaseKind; readonly record: string | null };

/** Opens cases. A record has one open case of a kind, however often it is found. @returns the new ones */
export async function openCases(db: Queries, found: readonly CaseDraft[]): Promise<OpenedCase[]> {
  if (found.length === 0) return [];
  return db.query<OpenedCase>(insertStatement, drafts.of(found.map((draft) => ({ ...draft, id: newId('case') }))));
}
