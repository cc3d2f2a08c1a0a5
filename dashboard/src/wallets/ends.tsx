import { useTexts } from '../texts/use-texts.ts';
import { Facts } from '../ui/facts.tsx';
import { Money } from '../ui/money.tsx';
import { FormError } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { failureOf, useRead } from '../world/read.ts';
import { endsOf, type Period } from './period.ts';

/** The balances before the first day and after the last. */
export function Ends({ wallet, period, onPaper = false }: { wallet: string; period: Period; onPaper?: boolean }) {
  const { t } = useTexts();
  const { before, end } = endsOf(period);
  const rest = { wallet, onPaper };
  return (
    <Facts
      facts={[
        [t('wallets.opening'), before && <BalanceAt key="before" at={before} {...rest} />],
        [t('wallets.closing'), end && <BalanceAt key="end" at={end} {...rest} />],
      ]}
    />
  );
}

function BalanceAt({ wallet, at, onPaper }: { wallet: string; at: string; onPaper: boolean }) {
  const then = useRead('/wallets/{id}', { params: { id: wallet }, query: { at } });
  const failure = failureOf(then);
  if (failure) return <FormError error={failure} />;
  if (!then.data) return '…';
  return (
    <>
      <Money amount={then.data.balance.total} currency={then.data.currency} /> (<Time at={at} onPaper={onPaper} />)
    </>
  );
}
