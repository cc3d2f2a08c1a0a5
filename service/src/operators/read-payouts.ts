import { AnyPayout, type listAnyPayoutItems, type listAnyPayouts } from '../../../contract/src/operator-payments.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { recordRead } from '../audit/record.ts';
import type { Database } from '../db/database.ts';
import type { Asked } from '../http/handler.ts';
import { emptyPage, renderList } from '../http/list.ts';
import { serialiser } from '../http/serialise.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { listItems, pageOfPayouts } from '../payouts/read.ts';
import { findPayout, type PayoutRow } from '../payouts/store.ts';
import { viewPayout } from '../payouts/view.ts';
import { findOwnedWorld, findWorldOfIntegration, type OwnedWorld } from './find-owned-world.ts';

const serialise = serialiser<AnyPayout>(AnyPayout);
export const renderAnyPayout = (row: PayoutRow, { integration, merchant }: OwnedWorld) =>
  serialise({ ...viewPayout(row), integration, merchant });

/** An integration's payouts, once the audit log records whose the operator saw. */
export async function listAnyPayoutsOf(
  db: Database,
  caller: Caller,
  { integration, mode, ...query }: QueryOf<typeof listAnyPayouts>,
  url: string,
  asked: Asked,
  live: boolean,
): Promise<string> {
  const owned = await findWorldOfIntegration(db, integration, mode ? mode === 'live' : live);
  const page = owned ? await pageOfPayouts(db, owned.world, query) : emptyPage;
  const payouts = page.rows.map(({ id }) => id);
  await recordRead(db, { caller, ...asked }, { action: 'payout.listed', target: integration, after: { payouts } });
  return renderList(
    url,
    page.rows.map((row) => renderAnyPayout(row, owned!)),
    page.hasMore,
  );
}

/** Any payout, once the access is in the audit log. */
export async function readAnyPayout(db: Database, caller: Caller, { id }: { id: string }, asked: Asked) {
  const owned = await findOwnedWorld(db, id);
  const row = await db.find<PayoutRow>(findPayout, { world: owned.world, id });
  if (!row) throw new Refusal('not_found');
  await recordRead(db, { caller, ...asked }, { action: 'payout.read', target: id });
  return renderAnyPayout(row, owned);
}

/** The items of any payout, once the access is in the audit log. */
export async function listAnyItems(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listAnyPayoutItems>,
  url: string,
  asked: Asked,
) {
  const { world } = await findOwnedWorld(db, query.id);
  await recordRead(db, { caller, ...asked }, { action: 'payout.items_read', target: query.id });
  return listItems(db, { ...caller, world }, query, url);
}
