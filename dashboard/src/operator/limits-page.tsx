import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Limit } from '../../../contract/src/limits.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { ModeName } from './mode-name.tsx';
import { useMay } from './rights.ts';

export function LimitsPage() {
  const { t } = useTexts();
  const may = useMay();
  const [setting, set] = useDisclosure();
  // Phones show every column, because a limit has no page of its own.
  const most = (name: 'single' | 'day' | 'month' | 'balance'): Column<Limit> => ({
    head: t(`operator.limitOf.${name}`),
    cell: (limit) =>
      limit[name] === null ? t('operator.noLimit') : <Money amount={BigInt(limit[name])} currency={limit.currency} />,
    end: true,
  });
  const columns: readonly Column<Limit>[] = [
    { head: t('record.currency'), cell: ({ currency }) => currency },
    { head: t('operator.tier'), cell: ({ tier }) => tier },
    { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} /> },
    most('single'),
    most('day'),
    most('month'),
    most('balance'),
  ];
  return (
    <>
      <PageHead title={t('operator.page.limits')}>
        {may('limits') && <Button onClick={set.open}>{t('operator.setLimit')}</Button>}
      </PageHead>
      <ListPage
        path="/operator/limits"
        columns={columns}
        empty={<Empty title={t('operator.noLimits')}>{t('operator.noLimitsAdvice')}</Empty>}
      />
      {setting && <LimitDialog onClose={set.close} />}
    </>
  );
}
