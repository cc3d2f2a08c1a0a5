import type { PartnerStatus } from '../../../../../contract/src/split-partners.ts';
import type { Statement } from '../../../db/database.ts';
import { arraysOf, int4, int8, text } from '../../../db/table.ts';
import type { Tx } from '../../../db/transaction.ts';

export type PartnerRow = {
  readonly id: string;
  readonly world: number;
  readonly livemode: boolean;
  readonly wallet_id: string;
  readonly currency: string;
  readonly owner_id: string;
  readonly status: PartnerStatus;
  readonly debt: bigint;
  readonly merchant_name: string;
  readonly integration_name: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly decided_at: Date | null;
  readonly version: number;
};

/** Partners with the names of their marketplace, for queries that add WHERE. */
export const selectPartners = `
  SELECT s.id, s.world, w.livemode, s.wallet_id, a.currency, s.owner_id, s.status, s.debt,
         m.name AS merchant_name, i.name AS integration_name,
         s.created_at, s.updated_at, s.decided_at, s.version
  FROM split_partners s JOIN worlds w ON w.id = s.world
  JOIN integrations i ON i.id = w.integration_id JOIN merchants m ON m.id = i.merchant_id
  JOIN wallets a ON a.id = s.wallet_id`;

/** $2: the world of the marketplace; $3 and $4: the owner of the wallet, in a mode. */
export const selectPartner: Statement = {
  name: 'split_partners_select',
  text: `${selectPartners} WHERE s.id = $1 AND (s.world = $2 OR (s.owner_id = $3 AND w.livemode = $4))`,
};

export const selectPartnerOfWallet: Statement = {
  name: 'split_partners_select_wallet',
  text: `${selectPartners} WHERE s.world = $1 AND s.wallet_id = $2`,
};

/** A wallet that was asked before keeps its row and its status. */
export const insertPartner: Statement = {
  name: 'split_partners_insert',
  text: `
    INSERT INTO split_partners (id, world, wallet_id, owner_type, owner_id) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (world, wallet_id) DO NOTHING`,
};

/**
 * Writes the decision of the owner ($2) in a mode ($3). The same decision again changes nothing.
 * $4: whether the owner accepts.
 */
export const decidePartner: Statement = {
  name: 'split_partners_decide',
  text: `
    UPDATE split_partners s
    SET status = n.status, version = s.version + (n.status <> s.status)::int,
        decided_at = CASE WHEN n.status <> s.status THEN now() ELSE s.decided_at END,
        updated_at = CASE WHEN n.status <> s.status THEN now() ELSE s.updated_at END
    FROM (
      SELECT p.id, CASE WHEN $4 THEN 'accepted' WHEN p.status = 'requested' THEN 'refused'
                        WHEN p.status = 'accepted' THEN 'revoked' ELSE p.status END AS status
      FROM split_partners p JOIN worlds w ON w.id = p.world
      WHERE p.id = $1 AND p.owner_id = $2 AND w.livemode = $3
      FOR UPDATE OF p
    ) n
    WHERE s.id = n.id RETURNING s.id`,
};

export type WalletOfWorld = { readonly world: number; readonly wallet_id: string };
const pairs = arraysOf({ world: int4, wallet_id: text });

const acceptedStatement: Statement = {
  name: 'split_partners_accepted',
  text: `
    SELECT s.world, s.wallet_id
    FROM split_partners s JOIN (SELECT ${pairs.unnest}) AS n ON n.world = s.world AND n.wallet_id = s.wallet_id
    WHERE s.status = 'accepted'`,
};

/** The wallets among these whose owners accept shares of the world. */
export const selectAccepted = (tx: Tx, wanted: readonly WalletOfWorld[]): Promise<WalletOfWorld[]> =>
  tx.query(acceptedStatement, pairs.of(wanted));

const debtsStatement: Statement = {
  name: 'split_partners_debts',
  text: `
    SELECT s.world, s.wallet_id, s.debt
    FROM split_partners s JOIN (SELECT ${pairs.unnest}) AS n ON n.world = s.world AND n.wallet_id = s.wallet_id`,
};

export type DebtRow = WalletOfWorld & { readonly debt: bigint };

/** The debts of wallets that are locked, so that nothing changes them meanwhile. Own wallets have none. */
export const selectDebts = (tx: Tx, wanted: readonly WalletOfWorld[]): Promise<DebtRow[]> =>
  tx.query(debtsStatement, pairs.of(wanted));

const debts = arraysOf({ world: int4, wallet_id: text, debt: int8 });

const updateDebtsStatement: Statement = {
  name: 'split_partners_update_debts',
  text: `
    UPDATE split_partners s SET debt = n.debt, updated_at = now(), version = s.version + 1
    FROM (SELECT ${debts.unnest}) AS n
    WHERE s.world = n.world AND s.wallet_id = n.wallet_id`,
};

export function updateDebts(tx: Tx, rows: readonly DebtRow[]): void {
  if (rows.length > 0) tx.query(updateDebtsStatement, debts.of(rows));
}
