import { adaptPortion } from '../db/portion.ts';

/** The last place of a slice of open items: its side and its item. */
export type ItemPlace = readonly [side: string, item: string];
type EndOfSlice = { read: number; side: string | null; item: string | null };

/** How many items the slice had, and its last one. The statement names its slice `slice`. */
export const endOfSlice = `
    SELECT count(*)::int AS read, (array_agg(side ORDER BY side DESC, item DESC))[1] AS side,
           (array_agg(item ORDER BY side DESC, item DESC))[1] AS item
    FROM slice`;

/**
 * Walks the open items of a rail in short statements, by side and item.
 * @param most the items of one statement
 */
export async function eachSlice(
  run: (after: ItemPlace, size: number) => Promise<object[]>,
  most = 5_000,
): Promise<void> {
  const portion = adaptPortion({ first: Math.min(500, most), least: Math.min(10, most), most });
  let after: ItemPlace = ['', ''];
  for (;;) {
    const { size } = portion;
    const began = performance.now();
    const [end] = (await run(after, size)) as EndOfSlice[];
    if (end!.read < size) return;
    after = [end!.side!, end!.item!];
    portion.took(end!.read, performance.now() - began);
  }
}
