import { useParams } from '@tanstack/react-router';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Money } from '../ui/money.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { WalletLink } from '../ui/wallet-name.tsx';
import { useRead } from '../world/read.ts';
import { ReverseTransfer } from './reverse-transfer.tsx';

export function TransferPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const transfer = useRead('/transfers/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('transfers.one')}
      list={{ to: '/transfers', name: t('transfers.title') }}
      record={transfer}
      title={({ amount, currency }) => <Money amount={amount} currency={currency} />}
      status={({ status }) => <Status status={status} />}
      actions={(record) => <ReverseTransfer transfer={record} />}
      facts={(record) => [
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('transfers.from'), <WalletLink key="from" id={record.from} />],
        [t('transfers.to'), <WalletLink key="to" id={record.to} />],
        [
          t('transfers.reversed'),
          record.reversed_amount > 0n && <Money amount={record.reversed_amount} currency={record.currency} />,
        ],
        [t('record.reference'), record.reference],
        [t('record.description'), record.description],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
      ]}
    />
  );
}
