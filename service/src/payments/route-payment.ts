import type { createPayment } from '../../../contract/src/payments.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { toMinor } from '../core/money.ts';
import { toE164 } from '../core/phone.ts';
import type { Database } from '../db/database.ts';
import { loadBearers } from '../fees/default-bearer.ts';
import type { Command } from '../kernel/command.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { findRails, type RouteSources } from '../rails/find-route.ts';
import { isBuiltIn } from '../rails/rail.ts';
import { selectWalletsByPhone } from '../wallets/store.ts';
import { findCharges } from './fee-bearer.ts';

type Asked = InputOf<typeof createPayment>;
export type RoutedInput = Asked & {
  /** The rails of providers to try, or the reason why there is none. Missing: none was looked for. */
  readonly route?: readonly string[] | Refusal;
  /** The checkout session whose payer asks. Requests to the API never have it. */
  readonly checkout_session?: string;
};

/** Whether a rail of a provider may collect this payment. Sandbox and wallet need no search. */
export function mayLeave({ caller, input }: Command<Asked>, { rails }: Pick<RouteSources, 'rails'>): boolean {
  if (input.rail !== undefined) return !isBuiltIn(input.rail);
  return caller.livemode && rails.names().some((name) => rails.row(name)?.livemode);
}

/**
 * Finds the rails for a payment, before and outside its transaction, because it may ask providers about the phone.
 */
export async function routePayment(db: Database, command: Command<Asked>, sources: RouteSources): Promise<RoutedInput> {
  const { caller, input } = command;
  const phone = toE164(input.customer);
  if (phone === null) return input;
  const bearer = (await loadBearers(db, [command]))(command);
  const question = {
    phone,
    currency: input.currency,
    amount: toMinor(input.amount),
    amountOn: await findCharges(db, command, bearer),
    direction: 'collect' as const,
    livemode: caller.livemode,
    merchant: caller.owner.id,
    world: caller.world,
    asked: input.rail ?? null,
    hasCode: input.otp !== undefined,
    paysHere: async () => {
      const wanted = [{ phone, livemode: caller.livemode, currency: input.currency }];
      return caller.livemode && (await selectWalletsByPhone(db, wanted)).length > 0;
    },
  };
  return { ...input, fee_bearer: bearer, route: await findRails(sources, question, 'customer') };
}
