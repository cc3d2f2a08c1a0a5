import type { CaseKind } from '../../../../contract/src/cases.ts';
import type { ReconciledRail } from '../../../../contract/src/reconciliation.ts';
import { useRead } from '../../world/read.ts';

export type OpenSum = ReconciledRail['open'][number];
export type ItemResult = OpenSum['result'];

/** The kind of case that each result opens; an item that waits has none. */
export const caseKindOf: Record<ItemResult, CaseKind | null> = {
  waiting: null,
  missing_there: 'missing_there',
  missing_here: 'missing_here',
  amount_differs: 'amount_differs',
  fee_differs: 'fee_differs',
  duplicate_there: 'duplicate_there',
  ambiguous: 'ambiguous_match',
  reversed: 'reversed_there',
};

/** Open items that are no longer within the rail's normal delay. */
export const exceptionsOf = ({ open }: ReconciledRail): readonly OpenSum[] =>
  open.filter(({ result }) => result !== 'waiting');

export const stateOf = (rail: ReconciledRail) =>
  exceptionsOf(rail).length > 0 ? 'not_tied' : rail.covered_to === null ? 'no_statement' : 'tied';

/** The rails with statements. Their figures follow an import within seconds. */
export const useReconciledRails = () => useRead('/operator/reconciliation', { refetchInterval: 10_000 });
