import type pg from 'pg';
import type { TestMerchant } from './harness.ts';

type Idle = Pick<TestMerchant, 'merchantId' | 'world'>;

/** Makes a test merchant unused for a hundred days: deliveries are gone by then. `owner` owns the tables. */
export async function ageMerchant(owner: pg.Pool, { merchantId, world }: Idle): Promise<void> {
  const old = `now() - interval '100 days'`;
  await owner.query('DELETE FROM deliveries WHERE world = $1', [world]);
  await owner.query(`UPDATE events SET id = id_from('evt', ${old}) || substr(id, 15) WHERE world = $1`, [world]);
  await owner.query(`UPDATE merchants SET created_at = ${old} WHERE id = $1`, [merchantId]);
  const both = `created_at = ${old}, updated_at = ${old}`;
  await owner.query(`UPDATE integrations SET ${both} WHERE merchant_id = $1`, [merchantId]);
  await owner.query(`UPDATE api_keys SET created_at = ${old}, last_used_at = NULL WHERE world = $1`, [world]);
}
