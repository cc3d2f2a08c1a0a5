import type { BulkInput, BulkSort } from '../bulk/portion.ts';
import type { Database } from '../db/database.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { RouteSources } from '../rails/find-route.ts';
import { createPayments, decidePayments, loadPayments, type PaymentDeps } from './create.ts';
import { mayLeave, type RoutedInput, routePayment } from './route-payment.ts';

/** Phones whose rails are searched at once: a search may ask providers. */
const AT_ONCE = 8;

/** Many payments with one request. Their rails are found before the transaction. */
export function paymentBulk(db: Database, deps: PaymentDeps, routing: RouteSources): BulkSort<RoutedInput> {
  const route = async (command: Command<RoutedInput>) =>
    mayLeave(command, routing) ? routePayment(db, command, routing) : command.input;
  return {
    kind: 'payments',
    done: 'accepted',
    prepare: async (command) => {
      const commands = each(command);
      const items: RoutedInput[] = [];
      for (let at = 0; at < commands.length; at += AT_ONCE)
        items.push(...(await Promise.all(commands.slice(at, at + AT_ONCE).map(route))));
      return items;
    },
    preview: async (tx, commands) => {
      const loaded = await loadPayments(tx, commands, { opens: false });
      const taken = commands.map((one) => loaded.references.holderOf(one));
      return decidePayments(commands, deps, loaded).map((one, i) =>
        one instanceof Refusal ? failedOf(one, taken[i]) : null,
      );
    },
    carryOut: async (tx, command, { begun }) => {
      const commands = each(command);
      const loading = loadPayments(tx, commands);
      const [{ references }] = await Promise.all([loading, begun]);
      const taken = commands.map((one) => references.holderOf(one));
      const results = await createPayments(tx, commands, deps, loading);
      return results.map((result, i) =>
        result instanceof Refusal ? failedOf(result, taken[i]) : (JSON.parse(result) as { id: string }).id,
      );
    },
  };
}

const failedOf = (refusal: Refusal, holder: string | undefined) => ({
  refusal,
  record: refusal.code === 'reference_already_used' ? holder : undefined,
});

const each = (command: Command<BulkInput<RoutedInput>>): Command<RoutedInput>[] =>
  command.input.items.map((input) => ({ ...command, input }));
