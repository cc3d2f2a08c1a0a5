import { useParams } from '@tanstack/react-router';
import type { AnyPayment } from '../../../contract/src/operator-payments.ts';
import { merchantFields } from '../payments/merchant-fields.ts';
import { PaymentStatuses } from '../payments/payment-statuses.tsx';
import { stepsOf } from '../payments/steps.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { formatTime } from '../ui/format.ts';
import { Go } from '../ui/go.tsx';
import { Money } from '../ui/money.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { FormError } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { Timeline } from '../ui/timeline.tsx';
import { Waits } from '../ui/waits.tsx';
import { failureOf, useRead } from '../world/read.ts';
import { AuditOf } from './audit-of.tsx';
import { ModeName } from './mode-name.tsx';
import { Name, Ref } from './ref.tsx';

export function PaymentPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const payment = useRead('/operator/payments/{id}', { params: { id } });
  const timeline = useRead('/operator/payments/{id}/timeline', { params: { id } });
  return (
    <RecordPage
      kind={t('payments.one')}
      list={{ to: '/operator/payments', name: t('operator.page.payments') }}
      record={payment}
      title={({ amount, currency }) => <Money amount={amount} currency={currency} />}
      status={(record) => <PaymentStatuses payment={record} />}
      facts={(record) => [
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('operator.merchant'), <Ref key="merchant" id={record.merchant} />],
        [
          t('operator.integration'),
          <Go key="integration" to="/operator/payments" search={{ integration: record.integration }}>
            <Name id={record.integration} />
          </Go>,
        ],
        [t('shell.mode'), <ModeName key="mode" livemode={record.livemode} />],
        [
          t('record.customer'),
          <Go key="customer" to="/operator/payments" search={{ customer: record.customer }}>
            {record.customer}
          </Go>,
        ],
        [
          t('payments.charged'),
          record.charged_amount > record.amount && <Money amount={record.charged_amount} currency={record.currency} />,
        ],
        // The fee is taken when the payment succeeds.
        [
          t('payments.fee'),
          record.status === 'succeeded' && <Money key="fee" amount={record.fee} currency={record.currency} />,
        ],
        [
          t('wallets.kind.tax'),
          record.status === 'succeeded' && record.tax > 0n && (
            <Money key="tax" amount={record.tax} currency={record.currency} />
          ),
        ],
        [
          t('payments.refunded'),
          record.amount_refunded > 0n && <Money amount={record.amount_refunded} currency={record.currency} />,
        ],
        [
          t('payments.feeReturned'),
          record.fee_returned > 0n && (
            <Money amount={record.fee_returned + record.tax_returned} currency={record.currency} />
          ),
        ],
        [t('payments.failure'), record.failure && `${record.failure.message} (${record.failure.code})`],
        [t('payments.nextAction'), record.next_action?.instructions],
        ...merchantFields(record, t),
        [t('payments.wallet'), <Ref key="wallet" id={record.wallet} />],
        [t('payments.rail'), record.rail],
        [t('payments.railReference'), record.rail_reference],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
      ]}
    >
      {(record) => (
        <>
          <WaitsFor payment={record} />
          <Section title={t('record.timeline')}>
            <FormError error={failureOf(timeline)} />
            <Timeline steps={stepsOf(timeline.data?.data ?? [], t, false)} />
          </Section>
          <AuditOf target={record.id} />
        </>
      )}
    </RecordPage>
  );
}

/** For whom an open payment waits, and until when. */
function WaitsFor({ payment }: { payment: AnyPayment }) {
  const { t } = useTexts();
  const { status, customer, rail, expires_at } = payment;
  if (status === 'succeeded' || status === 'failed') return null;
  if (status === 'requires_capture')
    return <Waits>{t('operator.desk.waits.held', { until: formatTime(payment.capture_before!) })}</Waits>;
  const what = status === 'requires_action' ? 'payment' : 'processing';
  return <Waits>{t(`operator.desk.waits.${what}`, { customer, rail, until: formatTime(expires_at) })}</Waits>;
}
