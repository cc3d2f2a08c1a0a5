import type { Database } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { openDefaultWallets } from './open-default.ts';

/** The purpose of a system wallet. */
export type SystemRole =
  /** Money at a rail, by its slug. The provider's books show the same amount with the opposite sign. */
  | `clearing:${string}`
  | 'fees'
  /** Money at the deployment's bank, or that a test put in. */
  | 'funding'
  | 'adjustments'
  /** Payments whose wallet cannot take them. */
  | 'suspense'
  /** Money at a rail that belongs to no record, until its case is closed. */
  | `suspense:${string}`
  /** Charges that the provider took from the float. */
  | `provider_fees:${string}`
  /** What a merchant owes after a reversal that its wallet did not cover, by `mer_…`. */
  | `receivable:${string}`;

declare module '../db/node.ts' {
  interface Node {
    /** The id of a system wallet never changes, so a process looks it up once. */
    systemWallets?: Map<string, string>;
  }
}

/** The ids of system wallets, one for each role, currency and mode, opened at first use in their own transaction. */
export async function systemWallets(
  db: Database,
  wanted: readonly { role: SystemRole; currency: string; livemode: boolean }[],
): Promise<(role: SystemRole, currency: string, livemode: boolean) => string> {
  db.node.systemWallets ??= new Map();
  const cache = db.node.systemWallets;
  const keyOf = (role: string, currency: string, livemode: boolean) => `${role} ${currency} ${livemode}`;
  const missing = wanted.filter((one) => !cache.has(keyOf(one.role, one.currency, one.livemode)));
  if (missing.length > 0) {
    const owners = missing.map((one) => ({ ownerId: one.role, livemode: one.livemode, currency: one.currency }));
    const idOf = await transaction(db, (tx) => openDefaultWallets(tx, 'system', owners));
    for (const owner of owners) cache.set(keyOf(owner.ownerId, owner.currency, owner.livemode), idOf(owner));
  }
  return (role, currency, livemode) => cache.get(keyOf(role, currency, livemode))!;
}
