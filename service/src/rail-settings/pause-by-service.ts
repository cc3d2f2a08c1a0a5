import { recordActs } from '../audit/record.ts';
import { type CaseDraft, openCases } from '../cases/open-cases.ts';
import type { Database } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { RailFault } from '../rails/registry.ts';
import { closeCase, closeRail, pauseByService, type RailRecord, resumeByService } from './store.ts';

const by = { actor: { type: 'service', id: 'rails' } } as const;
/** For a provider that does not say when it opens again. */
const CLOSED_MS = 60_000;
const LONGEST_CLOSED_MS = 86_400_000;

const reasons: Readonly<Record<'credentials' | 'setup', string>> = {
  credentials: 'The provider refuses the credentials.',
  setup: 'The provider refuses this account, for example for its address, certificate or rights.',
};

const draftOf = (kind: CaseDraft['kind'], { row, fault, why }: RailFault): CaseDraft => ({
  ...{ kind, rail: row.slug, record: null, world: null, livemode: row.livemode },
  ...{ amount: null, currency: row.currency, facts: { fault, provider: row.provider, answer: why } },
});

/**
 * Acts on a fault that concerns all records of a rail: pauses or closes it, and opens a case where a person is needed.
 * @returns whether this call changed the rail or opened a case; other nodes may have been earlier
 */
export function actOnFault(db: Database, found: RailFault): Promise<boolean> {
  const { row, fault } = found;
  return transaction(db, async (tx) => {
    if (fault === 'closed') return close(tx, found);
    if (fault === 'float') return (await openCases(tx, [draftOf('low_float', found)])).length > 0;
    const reason = reasons[fault];
    const [paused] = await tx.query<RailRecord>(pauseByService, [row.slug, found.fingerprint, reason]);
    if (!paused) return false;
    await openCases(tx, [draftOf('credentials_refused', found)]);
    await recordActs(tx, [{ ...by, action: 'rail.paused', target: row.slug, after: { fault, answer: found.why } }]);
    return true;
  });
}

async function close(tx: Tx, { row, fingerprint, why, retryAfterMs }: RailFault): Promise<boolean> {
  const ms = Math.min(Math.max(retryAfterMs ?? CLOSED_MS, 1_000), LONGEST_CLOSED_MS);
  const values = [row.slug, fingerprint, why, Math.ceil(ms)];
  const [closed] = await tx.query<RailRecord>(closeRail, values);
  if (!closed) return false;
  const after = { until: closed.status_until, answer: why };
  await recordActs(tx, [{ ...by, action: 'rail.closed', target: row.slug, after }]);
  return true;
}

/** Resumes a rail that the service paused, and closes its case. @returns false if it is no longer so */
export function resumeAfterProbe(db: Database, { slug, fingerprint }: RailRecord): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [resumed] = await tx.query<RailRecord>(resumeByService, [slug, fingerprint]);
    if (!resumed) return false;
    await tx.query(closeCase, [slug, 'The provider accepts the credentials again.']);
    await recordActs(tx, [{ ...by, action: 'rail.resumed', target: slug }]);
    return true;
  });
}
