import { Box, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import type { Fee } from '../../../contract/src/fees.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { FeeDialog } from './fee-dialog.tsx';
import { ReturnLine, TaxLine, Tiers } from './fee-tiers.tsx';
import { ModeName } from './mode-name.tsx';
import { PickFilter } from './pick-party.tsx';
import { Ref } from './ref.tsx';
import { useMay } from './rights.ts';

/** On a phone the table scrolls sideways; a narrower column breaks the words about taxes and refunds into ten lines. */
const FEE_WIDTH = 220;

export function FeesPage() {
  const { t } = useTexts();
  const may = useMay();
  const [setting, set] = useDisclosure();
  const { merchant = '' } = useSearch({ strict: false }) as { merchant?: string };
  const columns: readonly Column<Fee>[] = [
    { head: t('operator.merchant'), cell: (fee) => <Ref id={fee.merchant} /> },
    { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} /> },
    { head: t('operator.chargedOn'), cell: ({ charged_on }) => t(`operator.chargedOf.${charged_on}`) },
    { head: t('payments.rail'), cell: ({ rail }) => rail ?? t('operator.allRails') },
    {
      head: t('operator.fee'),
      cell: ({ tiers, next, currency, tax_basis_points: tax, fee_on_refund: rule }) => (
        <Box miw={FEE_WIDTH}>
          {tiers.length > 0 && <Tiers tiers={tiers} currency={currency} />}
          <TaxLine points={tax} />
          <ReturnLine rule={rule} />
          {next && (
            <>
              <Text c="dimmed" size="sm">
                {t('operator.feeStarts')} <Time at={next.starts_at} />
              </Text>
              {next.tiers.length > 0 ? <Tiers tiers={next.tiers} currency={currency} /> : t('operator.useAllRails')}
              <TaxLine points={next.tax_basis_points} />
              <ReturnLine rule={next.fee_on_refund} />
            </>
          )}
        </Box>
      ),
    },
  ];
  return (
    <>
      <PageHead title={t('operator.page.fees')}>
        {may('fees') && <Button onClick={set.open}>{t('operator.setFee')}</Button>}
      </PageHead>
      <Group mb="md">
        <PickFilter name="merchant" label={t('operator.desk.merchant')} kinds={['merchant']} />
      </Group>
      <ListPage
        path="/operator/fees"
        columns={columns}
        fixed={merchant ? { merchant } : {}}
        empty={<Empty title={t('operator.noFees')}>{t('operator.noFeesAdvice')}</Empty>}
      />
      {setting && <FeeDialog of={merchant} onClose={set.close} />}
    </>
  );
}
