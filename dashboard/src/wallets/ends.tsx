import { useTexts } from '../texts/use-texts.ts';
import { Facts } from '../ui/facts.tsx';
import { Money } from '../ui/money.tsx';
import { FormError } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { failureOf, useRead } from '../world/read.ts';
import { endsOf, type Period } from './period.ts';

/** What there was before the first day, and at the end of the last. */
export function Ends({ wallet, period }: { wallet: string; period: Period }) {
  const { t } = useTexts();
  const { before, end } = endsOf(period);
  return (
    <Facts
      facts={[
        [t('wallets.opening'), before && <BalanceAt key="before" wallet={wallet} at={before} />],
        [t('wallets.closing'), end && <BalanceAt key="end" wallet={wallet} at={end} />],
      ]}
    />
  );
}

function BalanceAt({ wallet, at }: { wallet: string; at: string }) {
  const then = useRead('/wallets/{id}', { params: { id: wallet }, query: { at } });
  const failure = failureOf(then);
  if (failure) return <FormError error={failure} />;
  if (!then.data) return '…';
  return (
    <>
      <Money amount={then.data.balance.total} currency={then.data.currency} /> (<Time at={at} />)
    </>
  );
}
