import type { closeDay } from '../../../contract/src/closes.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { Refusal } from '../kernel/refusal.ts';
import { findReconciledRail, holdRail } from '../reconciliation/store.ts';
import { unexplainedOf } from './explain.ts';
import { type Explanation, keepItems } from './find-items.ts';
import { noFloat, type Problem, prepareClose } from './prepare.ts';
import { readFigures } from './read-figures.ts';
import { insertClose, setClosedTo } from './store.ts';
import { renderClose } from './view.ts';

/** Nothing explains a difference of a rail without statements. */
export const noItems: Explanation = { explained: [], items: [] };

/**
 * Closes days of rails. It throws its refusals, so that the transaction with the items is rolled back: mount it with
 * one command in a batch.
 */
export async function closeDays(tx: Tx, commands: Command<InputOf<typeof closeDay>>[]): Promise<string[]> {
  const answers: string[] = [];
  for (const command of commands) answers.push(await closeOne(tx, command.input, actorOf(command)));
  return answers;
}

const notReady = (problems: readonly Problem[]) =>
  new Refusal('close_not_ready', problems.map(({ message }) => message).join(' '));

/**
 * Closes a day of a rail.
 * @returns the close, serialised
 * @throws Refusal not_found, close_not_ready, close_unexplained
 */
export async function closeOne(
  tx: Tx,
  { rail: slug, day }: InputOf<typeof closeDay>,
  { actor, ...request }: Doer,
): Promise<string> {
  holdRail(tx, slug);
  const rail = await findReconciledRail(tx, slug);
  if (!rail) throw new Refusal('not_found', `The rail ${slug} is not reconciled.`);
  const { span, before, byFloat, problems } = await prepareClose(tx, rail, day);
  if (problems.length > 0) throw notReady(problems);
  const figures = await readFigures(tx, rail, span, before, byFloat);
  if (byFloat && figures.source !== 'float') throw notReady([noFloat]);
  const id = newId('cls');
  const explanation = byFloat ? noItems : await keepItems(tx, span, id);
  const unexplained = unexplainedOf(figures, explanation);
  if (unexplained !== 0n) {
    const said = `No item explains ${unexplained} ${rail.currency} (minor units) of the difference.`;
    const message = before ? said : `${said} This is the first close of the rail: is its opening balance booked?`;
    throw new Refusal('close_unexplained', message, { facts: { unexplained } });
  }
  const { livemode, currency, time_zone } = rail;
  const row = await insertClose(tx, {
    ...{ id, rail: slug, livemode, currency, day, time_zone, ...figures },
    ...{
      explained: explanation.explained,
      openedTo: span.openedTo,
      created_by: actor.type === 'operator' ? actor.id : `${actor.type}:${actor.id}`,
    },
  });
  await setClosedTo(tx, slug, day);
  const after = { rail: slug, day, closing_there: figures.closing_there, closing_here: figures.closing_here };
  const shown = Object.fromEntries(Object.entries(after).map(([key, value]) => [key, String(value)]));
  await recordActs(tx, [{ actor, ...request, action: 'close.created', target: id, after: shown }]);
  return renderClose(row, explanation.items);
}
