import { Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PayoutStatus } from '../../../contract/src/payouts.ts';
import { service } from '../page.ts';
import { usePayoutColumns } from '../payouts/payout-columns.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { FindForm } from './find-form.tsx';
import { useModeFilter } from './mode-name.tsx';
import { Name } from './ref.tsx';

const statuses: readonly PayoutStatus[] = ['pending', 'processing', 'completed', 'canceled'];

/** Finds payouts by id or by integration. */
export function PayoutsPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { integration } = useSearch({ strict: false }) as { integration?: string };
  const mode = useModeFilter();
  const columns = usePayoutColumns();
  const find = (typed: string) => {
    if (/^pout_/.test(typed)) navigate({ to: `/operator/payouts/${typed}` });
    else if (typed === '' || /^int_/.test(typed))
      navigate({ to: '.', search: (typed ? { integration: typed } : {}) as never });
    // The text is a name: the merchant's page leads to the payouts of its integrations.
    else navigate({ to: '/operator/merchants', search: { search: typed } as never });
  };
  return (
    <>
      <PageHead title={t('operator.page.payouts')} />
      <FindForm
        key={integration}
        label={t('operator.payoutOrIntegration')}
        placeholder="pout_… int_…"
        value=""
        onFind={find}
      />
      {integration && (
        <Title order={2} size="h4" mb="sm">
          <Name id={integration} />
        </Title>
      )}
      {integration ? (
        <ListPage
          path="/operator/payouts"
          columns={columns}
          fixed={{ integration }}
          filters={[
            {
              name: 'status',
              label: t('record.status'),
              options: statuses.map((value) => ({ value, label: t(`status.${value}`) })),
            },
            {
              name: 'currency',
              label: t('record.currency'),
              options: Object.keys(service.currencies).map((value) => ({ value, label: value })),
            },
            mode,
          ]}
          to={({ id }) => `/operator/payouts/${id}`}
          empty={<Empty title={t('payouts.none')} />}
        />
      ) : (
        <Empty title={t('operator.whosePayouts')}>{t('operator.whosePayoutsAdvice')}</Empty>
      )}
    </>
  );
}
