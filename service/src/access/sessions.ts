import type { AccountType, OperatorRole } from '../../../contract/src/route.ts';
import type { Database, Statement } from '../db/database.ts';

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
};

const selectSession: Statement = {
  name: 'sessions_select',
  text: `
    SELECT s.id, s.account_id, a.type, a.livemode, a.identifier, a.suspended_at, s.revoked_at, s.expires_at,
           w.id AS world, u.merchant_id, o.role
    FROM sessions s
    JOIN accounts a ON a.id = s.account_id
    JOIN worlds w ON w.account_id = a.id
    LEFT JOIN users u ON u.id = a.id
    LEFT JOIN operators o ON o.id = a.id
    WHERE s.id = $1`,
};

/** As a node trusts an API key: looked up again after this long, where no notification says so before. */
const TRUST_MS = 10_000;
const MAX_KNOWN = 100_000;

export type Sessions = {
  /** The session with its account, at most ten seconds old. */
  find(id: string): Promise<SessionRow | null>;
  /** A session (ses_…) or account changed somewhere; without an id, any may have. */
  forget(id?: string): void;
};

export function openSessions(db: Database, now: () => number = Date.now): Sessions {
  const known = new Map<string, { row: SessionRow; until: number }>();
  /** Counts `forget`, so that a look-up that was under way when a session changed is not kept. */
  let changes = 0;
  return {
    find: async (id) => {
      const found = known.get(id);
      if (found && found.until >= now()) return found.row;
      const before = changes;
      const [row] = await db.query<SessionRow>(selectSession, [id]);
      if (!row) return null;
      if (known.size >= MAX_KNOWN) known.clear();
      if (before === changes) known.set(id, { row, until: now() + TRUST_MS });
      return row;
    },
    forget: (id) => {
      changes++;
      if (!id) known.clear();
      else if (!known.delete(id)) for (const [name, { row }] of known) if (row.account_id === id) known.delete(name);
    },
  };
}
