import type { Close, CloseItem as ShownItem } from '../../../contract/src/closes.ts';
import { toJson } from '../http/serialise.ts';
import { sidesDifference } from './explain.ts';
import type { CloseItem } from './find-items.ts';
import type { Figures } from './read-figures.ts';
import type { CloseRow } from './store.ts';

/** The figures of a day as answers show them. */
export const viewFigures = (
  figures: Pick<Figures, 'opening_there' | 'closing_there' | 'opening_here' | 'closing_here' | 'movements' | 'cut_at'>,
  explained: CloseRow['explained'],
) => ({
  cut_at: figures.cut_at.toISOString(),
  there: { opening: figures.opening_there, closing: figures.closing_there, movements: viewSide('there', figures) },
  here: { opening: figures.opening_here, closing: figures.closing_here, movements: viewSide('here', figures) },
  difference: sidesDifference(figures),
  explained: explained.map(({ amount, ...sum }) => ({ ...sum, amount: BigInt(amount) })) as Close['explained'],
});

const viewSide = (side: 'there' | 'here', { movements }: Pick<Figures, 'movements'>) =>
  movements
    .filter((movement) => movement.side === side)
    .map(({ kind, count, sum, fees }) => ({ kind, count, sum: BigInt(sum), fees: BigInt(fees) }));

export const viewCloseItem = ({ amount, ...item }: CloseItem): ShownItem =>
  ({ ...item, amount: BigInt(amount) }) as ShownItem;

export const viewClose = (row: CloseRow): Close => ({
  id: row.id,
  object: 'close',
  livemode: row.livemode,
  created_at: row.created_at.toISOString(),
  rail: row.rail,
  currency: row.currency,
  day: row.day,
  time_zone: row.time_zone,
  source: row.source,
  ...viewFigures(row, row.explained),
  status: row.status,
  closed_by: row.created_by,
  reviewed_by: row.reviewed_by,
  reviewed_at: row.reviewed_at?.toISOString() ?? null,
});

export const renderClose = (row: CloseRow, items: readonly CloseItem[]): string =>
  toJson({ ...viewClose(row), items: items.map(viewCloseItem) });
