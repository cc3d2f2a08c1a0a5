import type { Doer } from '../audit/record.ts';
import { recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../kernel/new-id.ts';
import { invalidValue, Refusal } from '../kernel/refusal.ts';
import { fingerprintOf, sealCredentials } from '../rails/credentials.ts';
import { checkConnection, checkDraft, type RailDeployment, type RailDraft } from './check-draft.ts';
import { limitValues } from './limit-values.ts';
import { insertRail, type RailRecord, selectMerchantOfRail } from './store.ts';
import { renderRail } from './view.ts';

export const AWAITS_APPROVAL = 'It waits for the approval of two operators.';

/** Daraja refuses callback addresses that contain these words, and an id is part of the address. */
const refusedWords = /mpesa|safaricom|exe|cmd|sql|query/;

function newRailId(): string {
  for (;;) {
    const id = newId('rail');
    if (!refusedWords.test(id)) return id;
  }
}

/** Adds a rail. In test mode it is enabled; in live mode it is paused until two operators approve its connection. */
export async function addRail(
  tx: Tx,
  draft: RailDraft,
  by: Doer,
  deployment: RailDeployment,
): Promise<RailRecord | Refusal> {
  const provider = checkDraft(draft, deployment);
  if (provider instanceof Refusal) return provider;
  const baseUrl = checkConnection(draft, provider, draft.livemode, deployment.live);
  if (baseUrl instanceof Refusal) return baseUrl;
  if (draft.merchant !== null && (await tx.query(selectMerchantOfRail, [draft.merchant])).length === 0)
    return invalidValue('merchant', 'does not exist');
  const id = newRailId();
  const { railKey } = deployment;
  const { slug, country, currency, livemode, merchant, credentials } = draft;
  const sealed = sealCredentials(credentials, railKey, id);
  const fingerprint = fingerprintOf(baseUrl, credentials, railKey, null);
  const status = livemode ? ['paused', AWAITS_APPROVAL, 'operator'] : ['enabled', null, null];
  const [row] = await tx.query<RailRecord>(insertRail, [
    ...[id, slug, draft.provider, country, currency, livemode, merchant, baseUrl, sealed, fingerprint],
    ...limitValues(draft),
    ...status,
  ]);
  if (!row)
    return new Refusal('rail_slug_used', `The slug "${slug}" was used before. Choose another one.`, { param: 'slug' });
  await recordActs(tx, [{ ...by, action: 'rail.added', target: slug, after: JSON.parse(renderRail(row)) }]);
  return row;
}
