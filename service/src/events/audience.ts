import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';

const worldsOfWalletsStatement: Statement = {
  name: 'events_worlds_of_wallets',
  text: `
    SELECT w.id AS wallet, o.id AS world
    FROM wallets w JOIN integrations i ON i.merchant_id = w.owner_id JOIN worlds o ON o.integration_id = i.id AND o.livemode = w.livemode
    WHERE w.id = ANY ($1::text[]) AND w.owner_type = 'merchant'
    UNION
    SELECT w.id, o.id
    FROM wallets w JOIN users u ON u.id = w.owner_id JOIN worlds o ON o.livemode = w.livemode
    WHERE w.id = ANY ($1::text[]) AND w.owner_type = 'customer'
      AND EXISTS (SELECT FROM payments p WHERE p.world = o.id AND p.customer = u.phone AND p.succeeded_at IS NOT NULL)
    ORDER BY wallet, world`,
};

/**
 * The worlds that receive events about a wallet: for a merchant's wallet, every integration of the merchant. For a
 * customer's wallet, integrations that have received a payment from that phone; a mere request is not enough, because
 * no other integration may learn that the customer exists.
 */
export function worldsOfWallets(tx: Tx, wallets: readonly string[]): Promise<{ wallet: string; world: number }[]> {
  return tx.query(worldsOfWalletsStatement, [wallets]);
}

const worldsOfUserStatement: Statement = {
  name: 'events_worlds_of_user',
  text: `
    SELECT o.id AS world FROM users u JOIN worlds o ON o.livemode = u.livemode
    WHERE u.id = $1
      AND EXISTS (SELECT FROM payments p WHERE p.world = o.id AND p.customer = u.phone AND p.succeeded_at IS NOT NULL)
    ORDER BY world`,
};

/** The worlds that receive events about a customer: integrations that have received a payment from that phone. */
export function worldsOfUser(tx: Tx, user: string): Promise<{ world: number }[]> {
  return tx.query(worldsOfUserStatement, [user]);
}
