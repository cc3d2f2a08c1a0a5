import { useQueries } from '@tanstack/react-query';
import type { Refund } from '../../../contract/src/refunds.ts';
import { send } from '../api/request.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Go } from '../ui/go.tsx';
import { Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { Section } from '../ui/section.tsx';
import { FormError } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { failureOf, keyOf, useRead } from '../world/read.ts';
import { useWorld } from '../world/world.tsx';

/** The latest payments of the link, and the refunds of these payments. */
export function PaymentsOfLink({ id }: { id: string }) {
  const { t } = useTexts();
  const payments = useRead('/payments', { query: { link: id, limit: 20 } });
  const rows = payments.data?.data ?? [];
  const refunds = useRefundsOf(rows.filter(({ amount_refunded }) => amount_refunded > 0n).map((payment) => payment.id));
  return (
    <>
      <Section
        title={t('links.payments')}
        action={
          payments.data?.has_more && (
            <Go to="/payments" search={{ link: id }}>
              {t('links.allPayments')}
            </Go>
          )
        }
      >
        <FormError error={failureOf(payments)} />
        {payments.data && rows.length === 0 && <p>{t('links.noPayments')}</p>}
        {rows.length > 0 && (
          <Table
            rows={rows}
            to={(payment) => `/payments/${payment.id}`}
            columns={[
              {
                head: t('record.amount'),
                line: 'much',
                cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
              },
              { head: t('record.status'), line: 'state', cell: ({ status }) => <Status status={status} /> },
              { head: t('record.customer'), line: 'who', cell: ({ customer }) => customer, wide: true },
              {
                head: t('record.created'),
                line: 'when',
                cell: ({ created_at }) => <Time at={created_at} />,
                end: true,
              },
            ]}
          />
        )}
      </Section>
      {refunds.length > 0 && (
        <Section title={t('links.refunds')}>
          <Table
            rows={refunds}
            to={(refund) => `/refunds/${refund.id}`}
            columns={[
              {
                head: t('record.amount'),
                line: 'much',
                cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
              },
              { head: t('record.status'), line: 'state', cell: ({ status }) => <Status status={status} /> },
              {
                head: t('record.created'),
                line: 'when',
                cell: ({ created_at }) => <Time at={created_at} />,
                end: true,
              },
            ]}
          />
        </Section>
      )}
    </>
  );
}

/** The API lists the refunds of one payment, so each refunded payment of the page is asked for. */
function useRefundsOf(payments: readonly string[]): Refund[] {
  const world = useWorld();
  const answers = useQueries({
    queries: payments.map((payment) => {
      const query = { payment, limit: 20 };
      return {
        queryKey: keyOf(world, '/refunds', {}, query),
        queryFn: ({ signal }: { signal: AbortSignal }) => send('GET', '/refunds', { world, signal, query }),
      };
    }),
  });
  return answers.flatMap(({ data }) => (data as { data: Refund[] } | undefined)?.data ?? []);
}
