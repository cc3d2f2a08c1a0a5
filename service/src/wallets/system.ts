import type { Database } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { openDefaultWallets } from './open-default.ts';

/**
 * The purpose of a system wallet: money at a rail, fees, taxes on them, money that an operator or a test put in,
 * corrections, and
 * payments whose wallet cannot take them. A rail of a provider also has the charges of its provider and the money that
 * a person has to assign. A merchant owes what is in its receivable. Balances of an old
 * system come from opening.
 */
export type SystemRole =
  | `clearing:${string}`
  | `provider_fees:${string}`
  | `suspense:${string}`
  | `receivable:${string}`
  | 'fees'
  | 'tax'
  | 'funding'
  | 'adjustments'
  | 'opening'
  | 'suspense';

declare module '../db/node.ts' {
  interface Node {
    /** The id of a system wallet never changes, so a process looks it up once. */
    systemWallets?: Map<string, string>;
  }
}

/**
 * The ids of system wallets, one for each role, currency and mode, opened at first use.
 * @param db opens them in their own transaction; a transaction opens them itself
 */
export async function systemWallets(
  db: Database | Tx,
  wanted: readonly { role: SystemRole; currency: string; livemode: boolean }[],
): Promise<(role: SystemRole, currency: string, livemode: boolean) => string> {
  db.node.systemWallets ??= new Map();
  const cache = db.node.systemWallets;
  const keyOf = (role: string, currency: string, livemode: boolean) => `${role} ${currency} ${livemode}`;
  const missing = wanted.filter((one) => !cache.has(keyOf(one.role, one.currency, one.livemode)));
  const owners = missing.map((one) => ({ ownerId: one.role, livemode: one.livemode, currency: one.currency }));
  const open = async (tx: Tx) => {
    const idOf = await openDefaultWallets(tx, 'system', owners);
    tx.afterCommit(() => {
      for (const owner of owners) cache.set(keyOf(owner.ownerId, owner.currency, owner.livemode), idOf(owner));
    });
    return idOf;
  };
  const idOf = missing.length > 0 ? await transaction(db, open) : undefined;
  return (role, currency, livemode) =>
    cache.get(keyOf(role, currency, livemode)) ?? idOf!({ ownerId: role, livemode, currency });
}
