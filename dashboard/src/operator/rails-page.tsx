import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ConfiguredRail } from '../../../contract/src/rail-settings.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { ModeName } from './mode-name.tsx';
import { RailDialog } from './rail-dialog.tsx';
import { useMay } from './rights.ts';

/** The connections to providers. Another operator or the service may change one at any time. */
export function RailsPage() {
  const { t } = useTexts();
  const may = useMay();
  const [adding, add] = useDisclosure();
  const columns: readonly Column<ConfiguredRail>[] = [
    { head: t('payments.rail'), cell: ({ slug }) => slug },
    { head: t('operator.provider'), cell: ({ provider }) => provider, wide: true },
    { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} /> },
    { head: t('operator.country'), cell: ({ country }) => country, wide: true },
    { head: t('record.currency'), cell: ({ currency }) => currency, wide: true },
    { head: t('record.status'), cell: ({ status }) => <Status status={status} /> },
    { head: t('payments.reason'), cell: ({ status_reason }) => status_reason ?? '–', wide: true },
  ];
  return (
    <>
      <PageHead title={t('operator.page.rails')}>
        {may('rails') && <Button onClick={add.open}>{t('operator.addRail')}</Button>}
      </PageHead>
      <ListPage
        path="/operator/rail_settings"
        columns={columns}
        every={15_000}
        to={({ slug }) => `/operator/rails/${slug}`}
        empty={<Empty title={t('operator.noRails')}>{t('operator.noRailsAdvice')}</Empty>}
      />
      {adding && <RailDialog onClose={add.close} />}
    </>
  );
}
