import { routes } from '../../../contract/src/routes.ts';
import { dryRun } from '../bulk/dry-run.ts';
import type { Access, Handlers } from '../http/handler.ts';
import type { Command } from '../kernel/command.ts';
import { serialOnly, withDeps } from '../kernel/operation.ts';
import type { LookUps } from '../rails/look-up.ts';
import { cancelPayouts } from './cancel.ts';
import { answerNames, askAboutNames } from './check-names.ts';
import { createPayouts, type PayoutOptions, previewPayout } from './create.ts';
import { approvePayouts, rejectPayouts } from './decide.ts';
import { exportItems, listItems, listOwnPayouts, readPayout } from './read.ts';
import { countFailed, retryPayouts } from './retry.ts';
import type { ItemRouting } from './route-items.ts';
import { type PayoutInput, validatePayout } from './validate.ts';

/** In items: writing a larger payout takes longer than paying a portion of it. */
const LARGE_PAYOUT = 500;

type PayoutRoutes =
  | 'createPayout'
  | 'checkNames'
  | 'listPayouts'
  | 'getPayout'
  | 'listPayoutItems'
  | 'cancelPayout'
  | 'retryPayout'
  | 'approvePayout'
  | 'rejectPayout';

/** The routes of mass payouts. */
export function createPayoutHandlers(
  { db, readsOf, idempotent, list, unlessAnswered }: Access,
  options: PayoutOptions & { readonly routing: ItemRouting & { readonly lookUps: LookUps } },
): Pick<Handlers, PayoutRoutes> {
  const items = list(listItems);
  const answer = idempotent(routes.checkNames, answerNames);
  const create = idempotent(routes.createPayout, withDeps(createPayouts, options), {
    // A payout of 10 000 items is a batch of its own.
    ...serialOnly,
    isLarge: (input) => input.items.length > LARGE_PAYOUT,
    rows: (input) => input.items.length + 1,
    opensItems: (input) => input.items.length,
  });
  const retry = idempotent(routes.retryPayout, withDeps(retryPayouts, options), {
    ...serialOnly,
    isLarge: ({ count }) => count > LARGE_PAYOUT,
    rows: ({ count }) => count + 1,
    opensItems: ({ count }) => count,
  });
  return {
    createPayout: {
      validate: (caller) => validatePayout(db, caller),
      change: async (command: Command<PayoutInput>) => {
        if (!command.input.dry_run) return create(command);
        const { items, currency } = command.input;
        const counted = items.map(({ amount }) => ({ amount: Number(amount), currency }));
        const sort = { items: counted, done: 'accepted', whole: true, shown: false } as const;
        return dryRun(db, command, sort, (tx) => previewPayout(tx, command, options));
      },
    },
    checkNames: async (command) => {
      const found = await unlessAnswered(command, () => askAboutNames(db, options.routing, command));
      return answer({ ...command, input: { found: found ?? [] } });
    },
    listPayouts: list(listOwnPayouts),
    getPayout: (caller, query) => readPayout(db, caller, query),
    listPayoutItems: async (caller, query, url, { csv }) =>
      csv ? exportItems(await readsOf(caller), caller, query) : items(caller, query, url),
    retryPayout: async (command) =>
      retry({ ...command, input: { ...command.input, count: await countFailed(db, command) } }),
    cancelPayout: idempotent(routes.cancelPayout, cancelPayouts),
    approvePayout: idempotent(routes.approvePayout, withDeps(approvePayouts, options.pendingSeconds)),
    rejectPayout: idempotent(routes.rejectPayout, rejectPayouts),
  };
}
