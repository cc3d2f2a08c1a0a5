import type { AccountType, OperatorRole } from '../../../contract/src/route.ts';
import type { Database, Statement } from '../db/database.ts';
import { createShortCache } from './short-cache.ts';

export type SessionRow = {
  id: string;
  account_id: string;
  type: AccountType;
  livemode: boolean | null;
  identifier: string;
  suspended_at: Date | null;
  revoked_at: Date | null;
  expires_at: Date;
  world: number;
  merchant_id: string | null;
  role: OperatorRole | null;
  /** Turning on a second factor ends every session except the one that proved it, so no older session is left. */
  two_factor: 'none' | 'sms' | 'totp';
};

const selectSession: Statement = {
  name: 'sessions_select',
  text: `
    SELECT s.id, s.account_id, a.type, a.livemode, a.identifier, a.suspended_at, s.revoked_at, s.expires_at,
           w.id AS world, u.merchant_id, o.role, a.two_factor
    FROM sessions s
    JOIN accounts a ON a.id = s.account_id
    JOIN worlds w ON w.account_id = a.id
    LEFT JOIN users u ON u.id = a.id
    LEFT JOIN operators o ON o.id = a.id
    WHERE s.id = $1`,
};

const MAX_KNOWN = 100_000;

export type Sessions = {
  /** The session with its account, at most ten seconds old. */
  find(id: string): Promise<SessionRow | null>;
  /** A session (ses_…) or account changed on some node. Without an id, any may have changed. */
  forget(id?: string): void;
};

export function openSessions(db: Database): Sessions {
  const known = createShortCache<SessionRow>({
    most: MAX_KNOWN,
    idsOf: ({ account_id }) => [account_id],
    // An operator who has just set up a second factor can continue at once, on every node.
    keeps: ({ type, two_factor }) => type !== 'operator' || two_factor !== 'none',
  });
  return {
    find: (id) => known.find(id, async () => (await db.query<SessionRow>(selectSession, [id]))[0] ?? null),
    forget: known.forget,
  };
}
