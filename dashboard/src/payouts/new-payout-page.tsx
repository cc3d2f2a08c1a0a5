import { useSearch } from '@tanstack/react-router';
import { useTexts } from '../texts/use-texts.ts';
import { Go } from '../ui/go.tsx';
import { ChevronLeft } from '../ui/icons.ts';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { useMayChange } from '../world/may-change.ts';
import { FromFile } from './from-file.tsx';
import { FromList } from './from-list.tsx';
import { FromPayout } from './from-payout.tsx';
import { FromSchedule } from './from-schedule.tsx';
import classes from './payouts.module.css';

/** Where the lines come from: a file, or an id in the address. */
type Search = { readonly again?: string; readonly schedule?: string; readonly group?: string };

/**
 * Reads and checks a file in the browser. Nothing is sent until every line is valid and the person has seen the total.
 */
export function NewPayoutPage() {
  const { t } = useTexts();
  const mayChange = useMayChange()('money');
  const { again, schedule, group } = useSearch({ strict: false }) as Search;
  return (
    <>
      <PageHead
        title={t(schedule ? 'payroll.schedule.changePeople' : 'payroll.new')}
        above={
          <Go to={schedule ? `/schedules/${schedule}` : '/payouts'} className={classes.back}>
            <ChevronLeft size={14} aria-hidden /> {t(schedule ? 'payroll.schedule.one' : 'payouts.title')}
          </Go>
        }
      />
      {mayChange === false ? (
        <Empty title={t('ui.notAllowed')}>{t('ui.lookOnly')}</Empty>
      ) : again ? (
        <FromPayout id={again} />
      ) : schedule ? (
        <FromSchedule id={schedule} />
      ) : group !== undefined ? (
        <FromList group={group} />
      ) : (
        <FromFile />
      )}
    </>
  );
}
