import type { Explanation } from './find-items.ts';
import type { Figures } from './read-figures.ts';

/** The provider's side less ours at the end of the day, in minor units. */
export const sidesDifference = ({ closing_there, closing_here }: Pick<Figures, 'closing_there' | 'closing_here'>) =>
  closing_there - closing_here;

/** The part of the difference that no item explains, in minor units. Zero: the day may be closed. */
export const unexplainedOf = (
  figures: Pick<Figures, 'closing_there' | 'closing_here'>,
  { explained }: Pick<Explanation, 'explained'>,
): bigint => explained.reduce((rest, { amount }) => rest - BigInt(amount), sidesDifference(figures));
