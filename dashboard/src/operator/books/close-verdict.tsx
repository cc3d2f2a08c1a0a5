import { useTexts } from '../../texts/use-texts.ts';
import { Money } from '../../ui/money.tsx';
import classes from './books.module.css';

type CloseVerdictProps = { difference: bigint; unexplained?: bigint; currency: string };

/** One sentence: whether the day ties, and the part of a difference that no item explains. */
export function CloseVerdict({ difference, unexplained = 0n, currency }: CloseVerdictProps) {
  const { t } = useTexts();
  const amount = unexplained === 0n ? difference : unexplained;
  return (
    <p className={classes.verdict}>
      <strong>
        {difference === 0n && unexplained === 0n ? (
          t('books.verdictTies')
        ) : (
          <>
            {t(unexplained === 0n ? 'books.verdictExplained' : 'books.verdictUnexplained')}{' '}
            <Money amount={amount} currency={currency} />
          </>
        )}
      </strong>
    </p>
  );
}
