import { MerchantSettings, type updateMerchantSettings } from '../../../contract/src/receipts.ts';
import type { InputOf, Upload } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import { isTimeZone, timeZoneOf } from '../core/periods.ts';
import { countryOf } from '../core/phone.ts';
import type { Queries } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { serialiser } from '../http/serialise.ts';
import { refuseTestLogin } from '../integrations/own.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, invalidField, type Refusal } from '../kernel/refusal.ts';
import type { CheckedLogo } from './check-logo.ts';
import {
  beginReceipts,
  dropLogo,
  endReceipts,
  findSettings,
  type LogoColumns,
  lockSettings,
  putLogo,
  replanSummaries,
  type SettingsRow,
  updateSettingsStatement,
} from './settings-store.ts';

const serialise = serialiser<MerchantSettings>(MerchantSettings);

/** The merchant's zone, or the first of the country of its phone. */
export function zoneOf({ time_zone: zone, phone }: Pick<SettingsRow, 'time_zone' | 'phone'>): string {
  if (zone !== null) return zone;
  const country = phone === null ? '' : countryOf(phone);
  return /^[A-Z]{2}$/.test(country) ? timeZoneOf(country) : 'UTC';
}

/** The public file of a logo, below the service. */
export const logoOf = (row: LogoColumns): MerchantSettings['logo'] =>
  row.logo_hash === null
    ? null
    : {
        path: `/logos/${row.logo_hash}`,
        type: row.logo_type!,
        width: row.logo_width!,
        height: row.logo_height!,
      };

const render = (row: SettingsRow) =>
  serialise({
    object: 'merchant_settings',
    id: row.id,
    name: row.name,
    receipts: row.receipts,
    time_zone: zoneOf(row),
    fee_bearer: row.fee_bearer,
    logo: logoOf(row),
  });

export const readSettings = async (db: Queries, merchant: string): Promise<string> =>
  render(await findSettings(db, merchant));

type Deployment = { readonly live: boolean };

/**
 * Locks the settings of the caller's merchant.
 * @throws Refusal for a test login of a merchant that is approved for live
 */
async function lock(tx: Tx, { caller }: Command<unknown>, { live }: Deployment): Promise<SettingsRow> {
  const [row] = await tx.query<SettingsRow>(lockSettings, [caller.owner.id]);
  if (live && row!.live_approved_at && !caller.livemode) throw refuseTestLogin();
  return row!;
}

/** Changes settings of merchants. */
export function updateSettings(
  tx: Tx,
  commands: Command<InputOf<typeof updateMerchantSettings>>[],
  deployment: Deployment,
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { input } = command;
    const before = await lock(tx, command, deployment);
    const { receipts = before.receipts, time_zone = before.time_zone, fee_bearer = before.fee_bearer } = input;
    if (time_zone !== null && !isTimeZone(time_zone)) {
      throw invalidField('time_zone', 'not_time_zone');
    }
    const old = { receipts: before.receipts, time_zone: before.time_zone, fee_bearer: before.fee_bearer };
    const isSame = receipts === old.receipts && time_zone === old.time_zone && fee_bearer === old.fee_bearer;
    if (isSame) return render(before);
    await tx.query(updateSettingsStatement, [before.id, receipts, time_zone, fee_bearer]);
    if (time_zone !== old.time_zone) {
      tx.query(replanSummaries, [before.id]);
      tx.afterCommit(() => tx.node.wake('alerts'));
    }
    if (receipts === 'none') tx.query(endReceipts, [before.id]);
    else if (old.receipts === 'none') {
      tx.query(beginReceipts, [before.id]);
      tx.afterCommit(() => tx.node.wake('receipts'));
    }
    const change = { before: old, after: { receipts, time_zone, fee_bearer } };
    await recordActs(tx, [{ ...actorOf(command), action: 'merchant.settings_changed', target: before.id, ...change }]);
    return readSettings(tx, before.id);
  });
}

/** Replaces logos of merchants with files that were checked. */
export function setLogos(
  tx: Tx,
  commands: Command<Upload & { readonly logo: CheckedLogo }>[],
  deployment: Deployment,
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { id, logo_hash } = await lock(tx, command, deployment);
    const { bytes, logo } = command.input;
    await tx.query(putLogo, [id, logo.hash, logo.type, logo.width, logo.height, bytes]);
    const change = { before: { logo: logo_hash }, after: { logo: logo.hash } };
    await recordActs(tx, [{ ...actorOf(command), action: 'merchant.logo_changed', target: id, ...change }]);
    return readSettings(tx, id);
  });
}

/** Removes logos of merchants. */
export function deleteLogos(
  tx: Tx,
  commands: Command<unknown>[],
  deployment: Deployment,
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { id, logo_hash } = await lock(tx, command, deployment);
    if (logo_hash !== null) {
      await tx.query(dropLogo, [id]);
      const change = { before: { logo: logo_hash }, after: { logo: null } };
      await recordActs(tx, [{ ...actorOf(command), action: 'merchant.logo_changed', target: id, ...change }]);
    }
    return readSettings(tx, id);
  });
}
