import type { Payout } from '../../../contract/src/payouts.ts';
import { referenceAgain } from '../../../contract/src/reference-again.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Go } from '../ui/go.tsx';
import { useMayChange } from '../world/may-change.ts';
import { useRead } from '../world/read.ts';
import classes from './payouts.module.css';

/** Leads to the payout of the failed items, or to the one that has paid them again. */
export function PayAgain({ payout }: { payout: Payout }) {
  const { t } = useTexts();
  const mayPay = useMayChange()('money');
  const { failed_count: count } = payout.totals;
  const isOffered = payout.status === 'completed' && count > 0;
  const reference = referenceAgain(payout);
  const later = useRead('/payouts', { query: { reference }, enabled: isOffered }).data?.data;
  if (!isOffered || !later) return null;
  if (later[0])
    return (
      <p className={classes.again}>
        <Go to={`/payouts/${later[0].id}`}>{t('payroll.again.was', { name: reference })}</Go>
      </p>
    );
  if (!mayPay) return null;
  return (
    <p className={classes.again}>
      <Go to={`/payouts/new?again=${payout.id}`} className={classes.act}>
        {t('payroll.again.pay', { count })}
      </Go>
    </p>
  );
}
