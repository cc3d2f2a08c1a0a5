import type { previewClose } from '../../../contract/src/closes.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import { toJson } from '../http/serialise.ts';
import { Refusal } from '../kernel/refusal.ts';
import { findReconciledRail } from '../reconciliation/store.ts';
import { noItems } from './close.ts';
import { unexplainedOf } from './explain.ts';
import { findItems } from './find-items.ts';
import { noFloat, prepareClose } from './prepare.ts';
import { readFigures } from './read-figures.ts';
import { viewCloseItem, viewFigures } from './view.ts';

/** Shows the close of a day as it would be now. Nothing is written. */
export async function renderPreview(db: Database, { rail: slug, day }: QueryOf<typeof previewClose>): Promise<string> {
  const rail = await findReconciledRail(db, slug);
  if (!rail) throw new Refusal('not_found', `The rail ${slug} is not reconciled.`);
  const { span, before, byFloat, problems, nextDay } = await prepareClose(db, rail, day);
  const figures = await readFigures(db, rail, span, before, byFloat);
  const explanation = byFloat ? noItems : await findItems(db, span);
  if (byFloat && figures.source !== 'float') problems.push(noFloat);
  const { livemode, currency, time_zone } = rail;
  return toJson({
    object: 'close_preview',
    ...{ livemode, rail: slug, currency, day, time_zone, source: figures.source },
    ...viewFigures(figures, explanation.explained),
    unexplained: unexplainedOf(figures, explanation),
    problems: problems.map(({ message }) => message),
    reasons: problems.map(({ reason }) => reason),
    next_day: nextDay,
    items: explanation.items.map(viewCloseItem),
  });
}
