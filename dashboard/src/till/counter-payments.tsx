import { Button } from '@mantine/core';
import type { Sale } from '../../../contract/src/tills.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { Section } from '../ui/section.tsx';
import { FormError } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../world/change.ts';
import { failureOf, useRead } from '../world/read.ts';

/** Payments at the printed code. Only a newer one of the same amount may be tied to the sale on the screen. */
export function CounterPayments({ shift, sale }: { shift: string; sale: Sale | undefined }) {
  const { t } = useTexts();
  const payments = useRead('/shifts/{id}/payments', { params: { id: shift }, query: { limit: 20 } });
  const tying = useChange('POST', '/sales/{id}/tie', ['/sales', '/shifts/{id}', '/shifts/{id}/payments']);
  const failure = failureOf(payments);
  const rows = payments.data?.data ?? [];
  if (!failure && rows.length === 0) return null;
  const fits = (row: (typeof rows)[number]) =>
    sale?.status === 'waiting' &&
    row.sale === null &&
    row.amount === sale.amount &&
    Date.parse(row.paid_at) >= Date.parse(sale.created_at);
  const tie = (session: string) => tying.run({ params: { id: sale!.id }, body: { session } }).catch(() => undefined);
  return (
    <Section title={t('till.atCounter')}>
      <FormError error={failure ?? tying.error} />
      <Table
        rows={rows}
        to={undefined}
        columns={[
          { head: t('record.amount'), cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
          { head: t('till.paidAt'), cell: ({ paid_at }) => <Time at={paid_at} seconds /> },
          {
            head: t('till.sale'),
            cell: (row) =>
              row.sale !== null ? (
                t('till.tied')
              ) : fits(row) ? (
                <Button size="xs" loading={tying.isPending} onClick={() => tie(row.id)}>
                  {t('till.tie')}
                </Button>
              ) : (
                '–'
              ),
            end: true,
          },
        ]}
      />
    </Section>
  );
}
