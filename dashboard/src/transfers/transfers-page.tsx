import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Transfer } from '../../../contract/src/transfers.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Plus } from '../ui/icons.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { QuietLink } from '../ui/quiet-link.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { WalletLink } from '../ui/wallet-name.tsx';
import { useMayChange } from '../world/may-change.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { MakeTransfer } from './make-transfer.tsx';

export function TransfersPage() {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [making, make] = useDisclosure();
  const [isSending, sendFile] = useDisclosure();
  const columns: readonly Column<Transfer>[] = [
    {
      head: t('record.amount'),
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      end: true,
      line: 'much',
    },
    { head: t('record.status'), cell: ({ status }) => <Status status={status} />, line: 'state' },
    { head: t('transfers.from'), cell: ({ from }) => <WalletLink id={from} plain />, wide: true },
    { head: t('transfers.to'), cell: ({ to }) => <WalletLink id={to} plain />, line: 'name' },
    { head: t('record.reference'), cell: ({ reference }) => reference ?? '–', wide: true },
    { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true, line: 'when' },
  ];
  return (
    <>
      <PageHead title={t('transfers.title')}>
        <QuietLink to="/movements">{t('transfers.movements')}</QuietLink>
        {mayChange('money') && (
          <Button variant="default" onClick={sendFile.open}>
            {t('transfers.bulkAsk')}
          </Button>
        )}
        {mayChange('money') && (
          <Button leftSection={<Plus size={16} />} onClick={make.open}>
            {t('transfers.make')}
          </Button>
        )}
      </PageHead>
      <ListPage
        path="/transfers"
        columns={columns}
        filters={[
          { name: 'period', kind: 'period' },
          {
            name: 'currency',
            label: t('record.currency'),
            options: Object.keys(service.currencies).map((currency) => ({ value: currency, label: currency })),
          },
          { name: 'reference', label: t('record.reference') },
        ]}
        to={({ id }) => `/transfers/${id}`}
        empty={<Empty title={t('transfers.none')}>{t('transfers.noneAdvice')}</Empty>}
      />
      {isSending && <BulkDialog onClose={sendFile.close} />}
      {making && <MakeTransfer onClose={make.close} />}
    </>
  );
}
