import { Entry, Wallet, WalletNotice } from '../../../contract/src/wallets.ts';
import { entryId } from '../core/id.ts';
import { serialiser } from '../http/serialise.ts';
import type { EntryRow, WalletRow } from './store.ts';

/** A position in a statement is microseconds since 1970. */
export function timeOfPosition(position: bigint): Date {
  return new Date(Number(position / 1000n));
}

export function viewWallet(row: WalletRow): Wallet {
  if (row.owner_type === 'system') throw new Error(`${row.id} is a system wallet`);
  return {
    id: row.id,
    object: 'wallet',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: timeOfPosition(row.position).toISOString(),
    version: Number(row.version),
    metadata: row.metadata,
    owner: { type: row.owner_type, id: row.owner_id },
    currency: row.currency,
    label: row.label,
    balance: { available: row.posted - row.held, reserved: row.held, total: row.posted },
    status: row.closed ? 'closed' : row.frozen ? 'frozen' : 'active',
    frozen: row.frozen_reason && row.frozen_at ? { reason: row.frozen_reason, at: row.frozen_at.toISOString() } : null,
    default: row.is_default,
  };
}

const serialiseWallet = serialiser<Wallet>(Wallet);

export function renderWallet(row: WalletRow): string {
  return serialiseWallet(viewWallet(row));
}

const serialiseNotice = serialiser<WalletNotice>(WalletNotice);

/**
 * The wallet in events for readers who may not see its balance: a merchant learns that a customer's wallet is frozen,
 * but not its content.
 */
export function renderWalletNotice(row: WalletRow): string {
  const wallet = viewWallet(row);
  const withheld = row.owner_type === 'customer' ? { balance: null, label: null, metadata: {} } : {};
  return serialiseNotice({ ...wallet, ...withheld });
}

export function viewEntry(wallet: string, row: EntryRow, about: Entry['about'] = null): Entry {
  return {
    id: entryId(row.position, row.source),
    object: 'entry',
    livemode: row.livemode,
    created_at: timeOfPosition(row.position).toISOString(),
    metadata: {},
    wallet,
    kind: row.kind,
    source: row.source,
    about,
    direction: row.direction,
    amount: row.amount,
    currency: row.currency,
    balance_after: row.balance,
  };
}

export const renderEntry = serialiser<Entry>(Entry);
