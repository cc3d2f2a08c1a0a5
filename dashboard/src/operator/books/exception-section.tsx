import { useTexts } from '../../texts/use-texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Section } from '../../ui/section.tsx';
import { Day } from '../../ui/time.tsx';
import { Ref } from '../ref.tsx';
import classes from './books.module.css';
import type { Exception } from './read-exception.ts';

/** The difference between the statement and the books in words, and the ways to resolve it. */
export function ExceptionSection({ exception }: { exception: Exception }) {
  const { t } = useTexts();
  const { kind, side, difference, currency, amount, day, record, operation, reference, phone } = exception;
  const size = difference < 0n ? -difference : difference;
  return (
    <Section title={t('books.difference')}>
      <p className={classes.says}>{t(`books.says.${kind}`)}</p>
      <p className={classes.says}>
        <strong>
          {t(difference < 0n ? 'books.lessThere' : 'books.moreThere')} <Money amount={size} currency={currency} />
        </strong>
      </p>
      <p className={classes.says}>{t(`books.advice.${kind}`)}</p>
      <Facts
        facts={[
          [t('books.foundIn'), t(side === 'there' ? 'books.there' : 'books.here')],
          [t('books.booked'), day && <Day day={day} />],
          [t('record.amount'), <Money key="amount" amount={amount} currency={currency} />],
          [t('books.record'), record && <Ref id={record} />],
          [t('books.providerId'), operation && <code>{operation}</code>],
          [t('record.reference'), reference],
          [t('operator.phone'), phone],
        ]}
      />
    </Section>
  );
}
