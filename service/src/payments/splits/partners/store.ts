import type { PartnerStatus } from '../../../../../contract/src/split-partners.ts';
import type { ReserveTerms } from '../../../core/reserve.ts';
import type { Statement } from '../../../db/database.ts';
import { arraysOf, int4, text } from '../../../db/table.ts';
import type { Tx } from '../../../db/transaction.ts';

export type PartnerRow = ReserveTerms & {
  readonly id: string;
  readonly world: number;
  readonly livemode: boolean;
  readonly wallet_id: string;
  readonly currency: string;
  readonly owner_id: string;
  readonly status: PartnerStatus;
  readonly debt: bigint;
  /** The part of the wallet's held amount that is its reserve here. */
  readonly reserved: bigint;
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
         s.reserve, s.proposed_reserve, s.reserved,
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

/** The agreement that a change begins with. */
export type Agreement = ReserveTerms & { readonly id: string; readonly status: PartnerStatus };

/** $1: world, $2: wallet. */
export const lockOfWorld: Statement = {
  name: 'split_partners_lock_of_world',
  text: `
    SELECT id, status, reserve, proposed_reserve FROM split_partners WHERE world = $1 AND wallet_id = $2
    FOR NO KEY UPDATE`,
};

/** $2: the owner, $3: the mode. */
export const lockOfOwner: Statement = {
  name: 'split_partners_lock_of_owner',
  text: `
    SELECT s.id, s.status, s.reserve, s.proposed_reserve FROM split_partners s JOIN worlds w ON w.id = s.world
    WHERE s.id = $1 AND s.owner_id = $2 AND w.livemode = $3
    FOR NO KEY UPDATE OF s`,
};

/** $2: the status, $3 and $4: the reserve in force and the proposed one. */
export const updateAgreement: Statement = {
  name: 'split_partners_update_agreement',
  text: `
    UPDATE split_partners
    SET decided_at = CASE WHEN status <> $2 OR ($4::jsonb IS NULL AND proposed_reserve = $3::jsonb)
                          THEN now() ELSE decided_at END,
        status = $2, reserve = $3::jsonb, proposed_reserve = $4::jsonb, updated_at = now(), version = version + 1
    WHERE id = $1`,
};

export type WalletOfWorld = { readonly world: number; readonly wallet_id: string };
export const pairs = arraysOf({ world: int4, wallet_id: text });

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
