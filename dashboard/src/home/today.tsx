import type { Summary } from '../../../contract/src/dashboard.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Money } from '../ui/money.tsx';
import classes from './home.module.css';

/** The first thing that a shop asks: today's takings, by the merchant's time zone. */
export function Today({ summary: { periods, currency } }: { summary: Summary }) {
  const { t } = useTexts();
  const today = periods.at(-1)!;
  return (
    <dl className={classes.today}>
      <dt>{t('home.today')}</dt>
      <dd>
        <Money amount={today.volume} currency={currency} />
      </dd>
      <dd className={classes.quiet}>{t('home.succeeded', { count: today.succeeded_count })}</dd>
    </dl>
  );
}
