import type { setReconciledRail } from '../../../contract/src/reconciliation.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, type Doer, recordActs } from '../audit/record.ts';
import { isTimeZone, timeZoneOf } from '../core/periods.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, invalidField, invalidValue, Refusal } from '../kernel/refusal.ts';
import type { Rails } from '../rails/rail.ts';
import type { RailRow } from '../rails/rail-row.ts';
import { findLayout, sayLayouts } from '../statements/find-layout.ts';
import { renderReconciledRail } from './read-rails.ts';
import { lockReconciledRail, moveEntriesToZone, type ReconciledRail, upsertReconciledRail } from './store.ts';

/** Sets how rails are reconciled. The time zone is the country's at first. */
export function setReconciledRails(
  tx: Tx,
  commands: Command<InputOf<typeof setReconciledRail>>[],
  rails: Rails,
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { slug, ...settings } = command.input;
    const row = rails.row(slug);
    if (!row) throw new Refusal('not_found', `There is no rail ${slug}.`);
    await setRail(tx, { ...row, slug }, settings, actorOf(command));
    return renderReconciledRail(tx, slug);
  });
}

type Settings = Omit<InputOf<typeof setReconciledRail>, 'slug'>;

/**
 * Sets how one rail is reconciled. Settings that are not given stay.
 * @throws Refusal for a layout or a time zone that does not exist
 */
export async function setRail(
  tx: Tx,
  { slug, livemode, currency, country }: Pick<RailRow, 'slug' | 'livemode' | 'currency' | 'country'>,
  { layout, account, time_zone: zone, delay_days: delay, posts_fees: fees }: Settings,
  doer: Doer,
): Promise<void> {
  // No entry is copied and no day is closed meanwhile.
  const before = await lockReconciledRail(tx, slug);
  if (!(await findLayout(tx, layout))) throw invalidValue('layout', await sayLayouts(tx, layout));
  const timeZone = zone ?? before?.time_zone ?? timeZoneOf(country);
  if (!isTimeZone(timeZone)) throw invalidField('time_zone', 'not_time_zone');
  if (before && before.time_zone !== timeZone) await moveDays(tx, before, timeZone);
  const values = [
    ...[slug, livemode, currency, layout, account === undefined ? (before?.account ?? null) : account],
    ...[timeZone, delay ?? before?.delay_days ?? 1, fees ?? before?.posts_fees ?? true],
  ];
  const [after] = await tx.query<ReconciledRail>(upsertReconciledRail, values);
  await recordActs(tx, [{ ...doer, action: 'reconciliation.set', target: slug, before, after }]);
}

/** The days of both sides end at the same moment, so the days of entries follow the time zone. Closed days stay. */
async function moveDays(tx: Tx, { rail, closed_to: closedTo }: ReconciledRail, timeZone: string): Promise<void> {
  if (closedTo !== null) throw invalidValue('time_zone', 'cannot change after the first closed day of the rail');
  await tx.query(moveEntriesToZone, [rail, timeZone]);
}
