import type { ReadStatement } from './statement-line.ts';
import { findGap } from './tie.ts';

/** Ties statements in themselves, and the pages of one statement with each other. */
export type PageChain = {
  /**
   * @param sum minor units of the booked lines of this page
   * @returns what is wrong with the page, in plain English
   */
  add(page: ReadStatement, sum: bigint): string[];
};

/** Pages of one statement follow each other in a file: each begins with the balance with which the last one ended. */
export function openPageChain(): PageChain {
  let before: ReadStatement | null = null;
  /** The opening of the first page, and the sum since then, while pages have no balances of their own. */
  let opening: bigint | null = null;
  let sum = 0n;
  return {
    add(page, pageSum) {
      const faults: string[] = [];
      const follows =
        before !== null && !before.last && before.account === page.account && before.number === page.number;
      if (follows && page.page !== null && before!.page !== null && page.page !== before!.page + 1)
        faults.push(`page ${page.page} of statement ${page.number} follows page ${before!.page}. Send all pages`);
      if (follows && before!.closing !== null && page.opening !== null && before!.closing !== page.opening) {
        const gap = findGap(before!.closing, 0n, page.opening, page.currency ?? '');
        if (gap) faults.push(`page ${page.page ?? ''} does not begin with the balance of the page before: ${gap}`);
      }
      if (before !== null && !before.last && !follows)
        faults.push(`statement ${before.number ?? ''} ends without its last page. Send all pages`);
      opening = page.opening ?? (follows ? opening : null);
      sum = page.opening !== null || !follows ? pageSum : sum + pageSum;
      if (opening !== null && page.closing !== null && page.currency) {
        const gap = findGap(opening, sum, page.closing, page.currency);
        if (gap) faults.push(page.number ? `statement ${page.number}: ${gap}` : gap);
      }
      before = page;
      return faults;
    },
  };
}
