import type { ReconciledRail } from '../../../../contract/src/reconciliation.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Go } from '../../ui/go.tsx';
import { caseKindOf, type OpenSum } from './rail-state.ts';

/** The number of open items with one result, as a link to their cases. */
export function OpenSumLink({ rail, sum }: { rail: ReconciledRail; sum: OpenSum }) {
  const { t } = useTexts();
  const kind = caseKindOf[sum.result];
  const name = kind ? t(`operator.caseOf.${kind}`) : t('books.waiting');
  const text = `${name}${t('ui.colon')}${sum.count}`;
  if (!kind) return text;
  return (
    <Go to="/operator/cases" search={{ status: 'open', rail: rail.rail, kind }}>
      {text}
    </Go>
  );
}
