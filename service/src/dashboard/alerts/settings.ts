import type { Alerts, updateAlerts } from '../../../../contract/src/alerts.ts';
import type { InputOf } from '../../../../contract/src/route.ts';
import type { CurrencyRule } from '../../config/config.ts';
import type { Queries } from '../../db/database.ts';
import type { Tx } from '../../db/transaction.ts';
import { checkCurrency } from '../../http/check-currency.ts';
import { toJson } from '../../http/serialise.ts';
import type { Caller, Command } from '../../kernel/command.ts';
import { answerEach, invalidField } from '../../kernel/refusal.ts';
import { zoneOf } from '../../merchants/settings.ts';
import { findSettings } from '../../merchants/settings-store.ts';
import { planSummary } from './plan.ts';
import {
  type AlertSettingsRow,
  beginAlerts,
  endAlerts,
  keepAlerts,
  lockAlertCursor,
  lockWorldOfAlerts,
  type Minimums,
  selectAlertSettings,
} from './store.ts';

const findAlerts = async (db: Queries, { world, id }: Caller): Promise<AlertSettingsRow> =>
  (await db.query<AlertSettingsRow>(selectAlertSettings, [world, id]))[0]!;

/** The caller's own settings for a world. */
export async function readAlerts(db: Queries, caller: Caller): Promise<string> {
  return render(await findAlerts(db, caller), zoneOf(await findSettings(db, caller.owner.id)));
}

const render = (row: AlertSettingsRow, timeZone: string): string =>
  toJson({
    object: 'alerts',
    integration: row.integration,
    livemode: row.livemode,
    email: row.email,
    payments: row.payments ?? false,
    minimums: Object.entries(row.minimums ?? {}).map(([currency, amount]) => ({ currency, amount: BigInt(amount) })),
    summary_hour: row.summary_hour,
    time_zone: timeZone,
  } satisfies Alerts);

type Deployment = { readonly currencies: ReadonlyMap<string, CurrencyRule> };

/** Changes people's own settings. */
export function changeAlerts(tx: Tx, commands: Command<InputOf<typeof updateAlerts>>[], { currencies }: Deployment) {
  return answerEach(commands, async ({ caller, input }) => {
    const { world, id, owner } = caller;
    await tx.query(lockWorldOfAlerts, [world]);
    await tx.query(lockAlertCursor, [world]);
    const before = await findAlerts(tx, caller);
    const { payments = before.payments ?? false, summary_hour: hour = before.summary_hour } = input;
    if (before.email === null && (input.payments || (input.summary_hour ?? null) !== null))
      throw invalidField(input.payments ? 'payments' : 'summary_hour', 'confirm_address_first');
    const minimums = input.minimums ? readMinimums(input.minimums, currencies) : (before.minimums ?? {});
    const zone = zoneOf(await findSettings(tx, owner.id));
    // A summary that is turned on begins with the next morning.
    const plan = hour === null ? null : planSummary(Date.now(), hour, zone);
    await tx.query(keepAlerts, [
      ...[world, id, payments, JSON.stringify(minimums), hour, plan?.next ?? null],
      before.summary_hour === null ? (plan?.day ?? null) : null,
    ]);
    await tx.query(payments ? beginAlerts : endAlerts, [world]);
    tx.afterCommit(() => tx.node.wake('alerts'));
    return render(await findAlerts(tx, caller), zone);
  });
}

function readMinimums(
  given: readonly { readonly currency: string; readonly amount: number }[],
  currencies: Deployment['currencies'],
): Minimums {
  const found: Record<string, string> = {};
  for (const [i, { currency, amount }] of given.entries()) {
    checkCurrency(currency, currencies);
    if (found[currency] !== undefined) throw invalidField(`minimums[${i}].currency`, 'given_twice');
    found[currency] = String(amount);
  }
  return found;
}
