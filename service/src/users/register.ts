import { toE164 } from '../core/phone.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../kernel/new-id.ts';
import { invalidField, type Refusal } from '../kernel/refusal.ts';
import { openDefaultWallets } from '../wallets/open-default.ts';
import { insertUser, selectUserByPhone, type UserRow } from './store.ts';

export type NewCustomer = {
  readonly phone: string;
  readonly name: string | null;
  readonly livemode: boolean;
  readonly currencies: readonly string[];
};

/** Registers a customer with a wallet in each of these currencies. An existing customer's records stay unchanged. */
export async function registerCustomer(tx: Tx, customer: NewCustomer): Promise<UserRow | Refusal> {
  const phone = toE164(customer.phone);
  if (phone === null) return invalidField('phone', 'not_phone');
  await tx.query(insertUser, [newId('usr'), customer.livemode, phone, customer.name]);
  const [user] = await tx.query<UserRow>(selectUserByPhone, [phone, customer.livemode]);
  const owners = customer.currencies.map((currency) => ({ ownerId: user!.id, livemode: customer.livemode, currency }));
  await openDefaultWallets(tx, 'customer', owners);
  return user!;
}
