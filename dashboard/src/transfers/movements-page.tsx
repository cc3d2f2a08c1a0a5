import type { Movement } from '../../../contract/src/movements.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { WalletLink } from '../ui/wallet-name.tsx';
import { MovementTotals } from './movement-totals.tsx';

/** Movements between several wallets, and returns of transfers. */
export function MovementsPage() {
  const { t } = useTexts();
  const columns: readonly Column<Movement>[] = [
    { head: t('record.amount'), cell: (movement) => <MovementTotals movement={movement} />, end: true, line: 'much' },
    { head: t('record.status'), cell: ({ status }) => <Status status={status} />, line: 'state' },
    { head: t('transfers.debits'), cell: ({ debits }) => <Wallets legs={debits} />, wide: true },
    { head: t('transfers.credits'), cell: ({ credits }) => <Wallets legs={credits} />, line: 'name' },
    { head: t('record.reference'), cell: ({ reference }) => reference ?? '–', wide: true },
    { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true, line: 'when' },
  ];
  return (
    <>
      <PageHead title={t('transfers.movements')} />
      <ListPage
        path="/movements"
        columns={columns}
        filters={[
          { name: 'period', kind: 'period' },
          { name: 'reference', label: t('record.reference') },
        ]}
        to={({ id }) => `/movements/${id}`}
        empty={<Empty title={t('transfers.noMovements')}>{t('transfers.noMovementsAdvice')}</Empty>}
      />
    </>
  );
}

/** The first wallet of a side, and how many more it has. */
function Wallets({ legs }: { legs: Movement['debits'] | Movement['credits'] }) {
  const more = legs.length - 1;
  return (
    <>
      <WalletLink id={legs[0]!.wallet} plain />
      {more > 0 && ` +${more}`}
    </>
  );
}
