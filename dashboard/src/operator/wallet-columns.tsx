import type { Wallet } from '../../../contract/src/wallets.ts';
import { useTexts } from '../texts/use-texts.ts';
import type { Column } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import { ModeName } from './mode-name.tsx';

export function useWalletColumns(): readonly Column<Wallet>[] {
  const { t } = useTexts();
  return [
    {
      head: t('operator.balance'),
      cell: ({ balance, currency }) => <Money amount={balance.total} currency={currency} />,
    },
    { head: t('record.status'), cell: ({ status }) => <Status status={status} /> },
    { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} /> },
    { head: t('operator.label'), cell: ({ label }) => label ?? '–', wide: true },
  ];
}
