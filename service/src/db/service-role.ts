import type { Database } from './database.ts';

const ROLE = 'rialto_service';

/** The role that may not change a posting, or undefined where the database's user could not make it or may not take it. */
export async function serviceRole(db: Database): Promise<string | undefined> {
  const [row] = await db.query<{ usable: boolean }>(
    {
      name: 'service_role',
      text: `SELECT coalesce((SELECT pg_has_role(oid, 'member') FROM pg_roles WHERE rolname = $1), false) AS usable`,
    },
    [ROLE],
  );
  return row?.usable ? ROLE : undefined;
}
