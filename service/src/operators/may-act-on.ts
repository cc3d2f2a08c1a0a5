import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { AccountStandingRow } from './store.ts';

/** Nobody acts on their own account, and only an admin acts on another operator's. @returns why not, or null */
export function mayActOn(caller: Caller, account: AccountStandingRow): Refusal | null {
  if (account.id === caller.id) return new Refusal('forbidden_account_type', 'You cannot do this to your own account');
  if (account.type !== 'operator' || caller.person?.role === 'admin') return null;
  return new Refusal('forbidden_account_type', "Only an operator with the role admin can act on an operator's account");
}
