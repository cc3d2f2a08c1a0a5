import { useParams } from '@tanstack/react-router';
import { ReceiptOf } from '../receipts/receipt-of.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Go } from '../ui/go.tsx';
import { Money } from '../ui/money.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { type Step, Timeline } from '../ui/timeline.tsx';
import { Waits } from '../ui/waits.tsx';
import { useRead } from '../world/read.ts';

export function RefundPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const refund = useRead('/refunds/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('refunds.one')}
      list={{ to: '/refunds', name: t('refunds.title') }}
      record={refund}
      title={({ amount, currency }) => <Money amount={amount} currency={currency} />}
      status={({ status }) => <Status status={status} />}
      facts={(record) => [
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [
          t('payments.one'),
          <Go key="payment" to={`/payments/${record.payment}`}>
            {record.payment}
          </Go>,
        ],
        [
          t('record.customer'),
          <Go key="customer" to={`/customers/of/${record.payment}`}>
            {t('refunds.toCustomer')}
          </Go>,
        ],
        [t('payments.reason'), record.reason && t(`refunds.reason.${record.reason}`)],
        [
          t('payments.failure'),
          record.failure && `${t(`record.failure.${record.failure.code}`)} (${record.failure.code})`,
        ],
        [t('record.reference'), record.reference],
        [t('payments.railReference'), record.rail_reference],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
      ]}
    >
      {(record) => {
        const steps: Step[] = [{ at: record.created_at, what: t('refunds.step.created') }];
        if (record.succeeded_at)
          steps.unshift({ at: record.succeeded_at, what: t('refunds.step.succeeded'), tone: 'ok' });
        if (record.failed_at) steps.unshift({ at: record.failed_at, what: t('refunds.step.failed'), tone: 'bad' });
        return (
          <>
            {record.status === 'pending' && <Waits>{t('waits.refund')}</Waits>}
            <Section title={t('record.timeline')}>
              <Timeline steps={steps} />
            </Section>
            <ReceiptOf record={id} kind="refund" />
          </>
        );
      }}
    </RecordPage>
  );
}
