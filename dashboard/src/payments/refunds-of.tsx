import type { Refund } from '../../../contract/src/refunds.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { Section } from '../ui/section.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';

export function RefundsOf({ refunds }: { refunds: readonly Refund[] }) {
  const { t } = useTexts();
  if (refunds.length === 0) return null;
  return (
    <Section title={t('refunds.title')}>
      <Table
        rows={refunds}
        to={({ id }) => `/refunds/${id}`}
        columns={[
          {
            head: t('record.amount'),
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
            end: true,
            line: 'name',
          },
          { head: t('record.status'), cell: ({ status }) => <Status status={status} />, line: 'state' },
          { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true, line: 'when' },
        ]}
      />
    </Section>
  );
}
