import type { Database } from '../db/database.ts';
import { isRefusal } from '../db/transaction.ts';
import { newId } from '../new-id.ts';
import { StartupError } from '../startup-error.ts';

/** An integration of a merchant, with its two worlds. @throws StartupError when the name is taken or there is no such merchant */
export async function createIntegration(
  db: Database,
  integration: { merchantId: string; name: string },
): Promise<string> {
  const id = newId('int');
  try {
    await db.query(
      {
        name: 'integrations_insert',
        text: `
          WITH added AS (INSERT INTO integrations (id, merchant_id, name) VALUES ($1, $2, $3) RETURNING id)
          INSERT INTO worlds (integration_id, livemode) SELECT id, mode FROM added CROSS JOIN (VALUES (false), (true)) m (mode)`,
      },
      [id, integration.merchantId, integration.name],
    );
  } catch (error) {
    if (isRefusal(error) && error.code === '23505')
      throw new StartupError(`there is an integration "${integration.name}" already`);
    if (isRefusal(error) && error.code === '23503')
      throw new StartupError(`there is no merchant ${integration.merchantId}`);
    throw error;
  }
  return id;
}
