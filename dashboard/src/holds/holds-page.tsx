import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Hold } from '../../../contract/src/holds.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Plus } from '../ui/icons.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { QuietLink } from '../ui/quiet-link.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { WalletLink } from '../ui/wallet-name.tsx';
import { useMayChange } from '../world/may-change.ts';
import { HoldStatus } from './hold-status.tsx';
import { MakeHold } from './make-hold.tsx';

/** `satisfies` makes the compiler report a status that the contract adds. */
const statuses = Object.keys({ open: 1, captured: 1, released: 1, expired: 1 } satisfies Record<
  Hold['status'],
  1
>) as Hold['status'][];

export function HoldsPage() {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [making, make] = useDisclosure();
  const columns: readonly Column<Hold>[] = [
    {
      head: t('record.amount'),
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      end: true,
      line: 'much',
    },
    { head: t('record.status'), cell: ({ status }) => <HoldStatus status={status} />, line: 'state' },
    {
      head: t('holds.remaining'),
      cell: ({ amount_remaining: left, currency }) => <Money amount={left} currency={currency} />,
      end: true,
      wide: true,
    },
    { head: t('holds.to'), cell: ({ to }) => (to ? <WalletLink id={to} plain /> : t('holds.toEach')), line: 'name' },
    { head: t('record.reference'), cell: ({ reference }) => reference ?? '–', wide: true },
    { head: t('holds.until'), cell: ({ expires_at }) => <Time at={expires_at} />, end: true, line: 'when' },
  ];
  return (
    <>
      <PageHead title={t('holds.title')}>
        <QuietLink to="/escrows">{t('holds.escrow.list')}</QuietLink>
        {mayChange('money') && (
          <Button leftSection={<Plus size={16} />} onClick={make.open}>
            {t('holds.make')}
          </Button>
        )}
      </PageHead>
      <ListPage
        path="/holds"
        columns={columns}
        filters={[
          { name: 'period', kind: 'period' },
          {
            name: 'status',
            label: t('record.status'),
            options: statuses.map((value) => ({ value, label: t(`holds.status.${value}`) })),
          },
          { name: 'reference', label: t('record.reference') },
        ]}
        to={({ id }) => `/holds/${id}`}
        empty={<Empty title={t('holds.none')}>{t('holds.noneAdvice')}</Empty>}
      />
      {making && <MakeHold onClose={make.close} />}
    </>
  );
}
