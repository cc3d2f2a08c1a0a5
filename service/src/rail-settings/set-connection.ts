import type { SchemeAccount } from '../../../contract/src/scheme-accounts.ts';
import { type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { fingerprintOf, openCredentials, sealCredentials } from '../rails/credentials.ts';
import { checkConnection, type RailDeployment } from './check-draft.ts';
import { checkScheme } from './check-scheme.ts';
import { findRailForChange } from './find.ts';
import { proposeConnection, type RailRecord, setConnection } from './store.ts';

/** Missing fields keep their value. */
export type ConnectionChange = {
  readonly baseUrl?: string;
  readonly credentials?: unknown;
  /** The account at a scheme of QR codes. Null removes it. */
  readonly scheme?: unknown;
};

/**
 * Changes the credentials, the base URL or the scheme account. In test mode, and before the first approval, they apply
 * at once. In live mode they are proposed, and the rail keeps its present connection until two operators approve.
 */
export async function setRailConnection(
  tx: Tx,
  slug: string,
  change: ConnectionChange,
  by: Doer,
  deployment: RailDeployment,
): Promise<RailRecord | Refusal> {
  const before = await findRailForChange(tx, slug);
  if (before instanceof Refusal) return before;
  const { providers, railKey, live } = deployment;
  const provider = providers[before.provider];
  if (!provider) return new Refusal('not_found', `This version has no provider ${before.provider}`);
  const present = before.proposed_credentials ?? before.credentials!;
  const credentials = change.credentials ?? openCredentials(present, railKey, before.id);
  const given = { baseUrl: change.baseUrl ?? before.proposed_base_url ?? before.base_url, credentials };
  const baseUrl = checkConnection(given, provider, before.livemode, live);
  if (baseUrl instanceof Refusal) return baseUrl;
  const scheme = readScheme(before, change);
  if (scheme instanceof Refusal) return scheme;
  const sealed = sealCredentials(credentials, railKey, before.id);
  const fingerprint = fingerprintOf(baseUrl, credentials, railKey, scheme);
  const isProposal = before.livemode && before.approved_by !== null;
  const statement = isProposal ? proposeConnection : setConnection;
  const [after] = await tx.query<RailRecord>(statement, [
    ...[slug, baseUrl, sealed, fingerprint],
    scheme && JSON.stringify(scheme),
  ]);
  await recordActs(tx, [
    {
      ...by,
      action: isProposal ? 'rail.connection_proposed' : 'rail.connection_changed',
      target: slug,
      before: { base_url: before.base_url, fingerprint: before.fingerprint, ...named(before.scheme) },
      after: { base_url: baseUrl, fingerprint, ...named(scheme) },
    },
  ]);
  return after!;
}

/** The scheme account that the change gives; otherwise that of the proposal, or of the rail. */
function readScheme(before: RailRecord, { scheme }: ConnectionChange): SchemeAccount | null | Refusal {
  if (scheme === undefined) return before.proposed_fingerprint === null ? before.scheme : before.proposed_scheme;
  return scheme === null ? null : (checkScheme(scheme) ?? (scheme as SchemeAccount));
}

const named = (scheme: SchemeAccount | null) => (scheme ? { scheme } : {});

/** The connection that still waits for two operators: a new rail's own, or a proposed one. Null: there is none. */
export function unapproved(row: RailRecord): { readonly baseUrl: string; readonly fingerprint: string } | null {
  if (!row.livemode) return null;
  if (row.approved_by === null) return { baseUrl: row.base_url, fingerprint: row.fingerprint };
  return row.proposed_fingerprint === null
    ? null
    : { baseUrl: row.proposed_base_url!, fingerprint: row.proposed_fingerprint };
}
