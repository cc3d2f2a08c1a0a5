import type { postingKinds } from '../../../contract/src/wallets.ts';
import type { Queries, Statement } from '../db/database.ts';
import { findEach } from '../db/find.ts';
import { arraysFrom, arraysOf, bool, from, jsonb, nullable, type RowOf, text } from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';

/** The cold wallet and its hot balance together. */
export type WalletRow = {
  id: string;
  livemode: boolean;
  owner_type: 'customer' | 'merchant' | 'system';
  owner_id: string;
  currency: string;
  label: string | null;
  is_default: boolean;
  frozen_reason: 'fraud' | 'kyc' | null;
  frozen_at: Date | null;
  metadata: Record<string, string>;
  created_at: Date;
  posted: bigint;
  held: bigint;
  position: bigint;
  version: bigint;
  frozen: boolean;
  closed: boolean;
};

/** The columns of a WalletRow, for queries over `wallets w JOIN balances b`. */
export const walletColumns = `
  w.id, w.livemode, w.owner_type, w.owner_id, w.currency, w.label, w.is_default, w.frozen_reason, w.frozen_at,
  w.metadata, w.created_at, b.posted, b.held, b.position, b.version, b.frozen, b.closed`;

export const selectWallet: Statement = {
  name: 'wallets_select',
  text: `SELECT ${walletColumns} FROM wallets w JOIN balances b ON b.wallet_id = w.id WHERE w.id = $1`,
};

const walletOfId = `SELECT ${walletColumns} FROM wallets w JOIN balances b ON b.wallet_id = w.id WHERE w.id = n.id`;

export const findWallet = findEach('wallets_find', walletOfId);

export const selectDefaultWallet: Statement = {
  name: 'wallets_select_default',
  text: `
    SELECT ${walletColumns} FROM wallets w JOIN balances b ON b.wallet_id = w.id
    WHERE w.owner_id = $1 AND w.livemode = $2 AND w.is_default AND ($3::text IS NULL OR w.currency = $3)
    ORDER BY w.id LIMIT 1`,
};

export type NewWallet = {
  id: string;
  livemode: boolean;
  ownerType: 'customer' | 'merchant' | 'system';
  ownerId: string;
  currency: string;
  label: string | null;
  isDefault: boolean;
  metadata: Record<string, string>;
};

const newWallets = arraysFrom<NewWallet>({
  id: from(text, ({ id }) => id),
  livemode: from(bool, ({ livemode }) => livemode),
  owner_type: from(text, ({ ownerType }) => ownerType),
  owner_id: from(text, ({ ownerId }) => ownerId),
  currency: from(text, ({ currency }) => currency),
  label: from(nullable(text), ({ label }) => label),
  is_default: from(bool, ({ isDefault }) => isDefault),
  metadata: from(jsonb(), ({ metadata }) => metadata),
});

const insertWalletsStatement: Statement = {
  name: 'wallets_insert',
  text: `
    INSERT INTO wallets (${newWallets.names})
    SELECT ${newWallets.unnamed}
    ON CONFLICT (owner_id, currency, livemode) WHERE is_default DO NOTHING
    RETURNING id`,
};

const insertBalancesStatement: Statement = {
  name: 'wallets_insert_balances',
  text: `
    INSERT INTO balances (wallet_id, position, overdraft, tier)
    SELECT id, (extract(epoch FROM created_at) * 1000000)::bigint, owner_type = 'system',
           CASE owner_type WHEN 'customer' THEN (SELECT kyc_tier FROM users u WHERE u.id = w.owner_id FOR SHARE) END
    FROM wallets w WHERE id = ANY ($1::text[])`,
};

/**
 * Opens wallets with an empty balance. A second default wallet of one owner and currency is skipped. A customer's
 * wallet gets its owner's tier, and locks the owner until commit: a concurrent change of the tier would miss the
 * wallet.
 * @returns how many were opened
 */
export async function insertWallets(tx: Tx, wallets: readonly NewWallet[]): Promise<number> {
  const inserted = tx.query<{ id: string }>(insertWalletsStatement, newWallets.of(wallets));
  // Sent together with the wallets: a wallet without its balance is unusable. Skipped wallets have no row to start
  // from.
  tx.query(insertBalancesStatement, [wallets.map((wallet) => wallet.id)]);
  return (await inserted).length;
}

export type Owner = { ownerId: string; livemode: boolean; currency: string };

const owners = arraysFrom<Owner>({
  owner_id: from(text, ({ ownerId }) => ownerId),
  livemode: from(bool, ({ livemode }) => livemode),
  currency: from(text, ({ currency }) => currency),
});

const selectDefaultsStatement: Statement = {
  name: 'wallets_select_defaults',
  text: `
    SELECT w.id, w.owner_id AS "ownerId", w.livemode, w.currency
    FROM wallets w JOIN (SELECT ${owners.unnest}) AS n
      ON w.owner_id = n.owner_id AND w.livemode = n.livemode AND w.currency = n.currency
    WHERE w.is_default`,
};

export function selectDefaultWallets(tx: Tx, wanted: readonly Owner[]): Promise<(Owner & { id: string })[]> {
  return tx.query(selectDefaultsStatement, owners.of(wanted));
}

const phone = { phone: text, livemode: bool, currency: text };
export type PhoneInCurrency = RowOf<typeof phone>;
const phones = arraysOf(phone);

const selectByPhoneStatement: Statement = {
  name: 'wallets_select_by_phone',
  text: `
    SELECT w.id, u.phone, w.livemode, w.currency
    FROM (SELECT ${phones.unnest}) AS n
    JOIN users u ON u.phone = n.phone AND u.livemode = n.livemode
    JOIN wallets w ON w.owner_id = u.id AND w.livemode = n.livemode AND w.currency = n.currency AND w.is_default`,
};

export function selectWalletsByPhone(
  db: Queries,
  wanted: readonly PhoneInCurrency[],
): Promise<(PhoneInCurrency & { id: string })[]> {
  return db.query(selectByPhoneStatement, phones.of(wanted));
}

export const updateFrozen: Statement = {
  name: 'wallets_update_frozen',
  text: `UPDATE wallets SET frozen_reason = $2::text, frozen_at = $3::timestamptz WHERE id = $1`,
};

/** Under the wallet's lock, so that a freeze cannot race a debit. */
export const updateBalanceFrozen: Statement = {
  name: 'wallets_update_balance_frozen',
  text: `UPDATE balances SET frozen = $2, position = greatest(position + 1, $3::bigint), version = version + 1 WHERE wallet_id = $1`,
};

/**
 * A payment names a wallet without locking it. Code that makes a payment takes this lock shared, until commit. Code
 * that closes a wallet takes it exclusively, so that the payments counted then are all there are. Any constant will do:
 * 'RLTC' in ASCII.
 */
const CLOSING = 0x524c5443;
export const keepOpen: Statement = {
  name: 'wallets_keep_open',
  text: `SELECT pg_advisory_xact_lock_shared(${CLOSING})`,
};
export const awaitPayments: Statement = {
  name: 'wallets_await_payments',
  text: `SELECT pg_advisory_xact_lock(${CLOSING})`,
};

/** Under the wallet's lock, like a freeze. A CHECK of the table also ensures that it is empty. */
export const updateBalanceClosed: Statement = {
  name: 'wallets_update_balance_closed',
  text: `UPDATE balances SET closed = true, position = greatest(position + 1, $2::bigint), version = version + 1 WHERE wallet_id = $1`,
};

/** So that the next wallet in its currency, opened at first use, can be the default. */
export const leaveDefault: Statement = {
  name: 'wallets_leave_default',
  text: `UPDATE wallets SET is_default = false WHERE id = $1`,
};

const selectOfCustomersStatement: Statement = {
  name: 'wallets_select_of_customers',
  text: `SELECT id FROM wallets WHERE owner_id = ANY ($1::text[]) AND owner_type = 'customer'`,
};

export async function selectWalletsOfCustomers(tx: Tx, users: readonly string[]): Promise<string[]> {
  return (await tx.query<{ id: string }>(selectOfCustomersStatement, [users])).map((row) => row.id);
}

/** Under the wallets' locks, so that each movement is decided entirely by the old tier or the new one. */
export const updateTier: Statement = {
  name: 'wallets_update_tier',
  text: `
    UPDATE balances SET tier = $2
    WHERE wallet_id IN (SELECT id FROM wallets WHERE owner_id = $1 AND owner_type = 'customer')`,
};

export type EntryRow = {
  position: bigint;
  kind: (typeof postingKinds)[number];
  source: string;
  direction: 'credit' | 'debit';
  amount: bigint;
  currency: string;
  livemode: boolean;
  balance: bigint;
};

/**
 * One page of a statement. Each side is one range of a unique index that ends in the position, so the cost of a page
 * does not depend on its depth. $2: exclusive lower bound, $3: exclusive upper bound, $4: limit.
 */
export const selectEntries = (order: 'ASC' | 'DESC'): Statement => ({
  name: `wallets_select_entries_${order}`,
  text: `
    (SELECT position, kind, source, 'debit' AS direction, amount, currency, livemode, debit_balance AS balance
     FROM postings WHERE debit_wallet = $1 AND position > $2 AND position < $3 ORDER BY position ${order} LIMIT $4)
    UNION ALL
    (SELECT position, kind, source, 'credit' AS direction, amount, currency, livemode, credit_balance AS balance
     FROM postings WHERE credit_wallet = $1 AND position > $2 AND position < $3 ORDER BY position ${order} LIMIT $4)
    ORDER BY position ${order} LIMIT $4`,
});

const selectByIdStatement: Statement = {
  name: 'wallets_select_by_id',
  text: `
    SELECT found.* FROM unnest((SELECT $1::text[])) AS n (id)
    CROSS JOIN LATERAL (${walletOfId} LIMIT 1) AS found`,
};

export function selectWalletsById(tx: Tx, ids: readonly string[]): Promise<WalletRow[]> {
  return tx.query(selectByIdStatement, [[...new Set(ids)]]);
}

export const selectWalletsOfOwner: Statement = {
  name: 'wallets_select_of_owner',
  text: `
    SELECT ${walletColumns} FROM wallets w JOIN balances b ON b.wallet_id = w.id
    WHERE w.owner_id = $1 AND w.livemode = $2 ORDER BY w.id`,
};
