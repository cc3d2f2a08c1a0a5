import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import type { Payment } from '../../../contract/src/payments.ts';
import type { Refund } from '../../../contract/src/refunds.ts';
import { ReceiptOf } from '../receipts/receipt-of.tsx';
import { loadTexts } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { BranchName } from '../ui/branch.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Id } from '../ui/copy.tsx';
import { formatMoney, formatTime } from '../ui/format.ts';
import { Go } from '../ui/go.tsx';
import { Undo2, X } from '../ui/icons.ts';
import { loadPart } from '../ui/load-page.ts';
import { Money } from '../ui/money.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { FormError } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { Timeline } from '../ui/timeline.tsx';
import { laterPart, useLater } from '../ui/use-later.ts';
import { Waits } from '../ui/waits.tsx';
import { WalletLink } from '../ui/wallet-name.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange, useRole } from '../world/may-change.ts';
import { mayOpen } from '../world/may-open.ts';
import { failureOf, useRead } from '../world/read.ts';
import { useWorld } from '../world/world.tsx';
import { merchantFields } from './merchant-fields.ts';
import { PaymentStatuses } from './payment-statuses.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { RefundsOf } from './refunds-of.tsx';
import { stepsOf } from './steps.tsx';

/** The amount that can still be refunded. It excludes pending refunds. */
const restOf = ({ amount, amount_refunded }: Payment, refunds: readonly Refund[]) =>
  refunds
    .filter(({ status }) => status === 'pending')
    .reduce((rest, refund) => rest - refund.amount, amount - amount_refunded);
const isOpen = ({ status }: Payment) => status !== 'requires_capture' && status !== 'succeeded' && status !== 'failed';

const held = laterPart<{ payment: Payment }>(async () => {
  const [file] = await Promise.all([loadPart(() => import('../holds/held-payment.tsx')), loadTexts('money')]);
  return file.HeldPayment;
});

const shares = laterPart<{ payment: Payment }>(async () => {
  const [file] = await Promise.all([loadPart(() => import('../splits/shares-of.tsx')), loadTexts('money')]);
  return file.SharesOf;
});

export function PaymentPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const payment = useRead('/payments/{id}', { params: { id } });
  const refunds = useRead('/refunds', { query: { payment: id, limit: 100 } });
  const timeline = useRead('/payments/{id}/timeline', { params: { id } });
  const Shares = useLater(shares, Boolean(payment.data?.split));
  const seesEvents = mayOpen(useRole(useWorld()), '/events');
  const entries = (timeline.data?.data ?? []).filter(({ kind }) => kind !== 'event' || seesEvents);
  return (
    <RecordPage
      kind={t('payments.one')}
      list={{ to: '/payments', name: t('payments.title') }}
      record={payment}
      title={({ amount, currency, status }) => <Money amount={amount} currency={currency} off={status === 'failed'} />}
      status={(record) => <PaymentStatuses payment={record} />}
      // Unknown until the refunds are loaded: otherwise a pending refund could be refunded again.
      actions={(record) => <Actions payment={record} rest={refunds.data ? restOf(record, refunds.data.data) : 0n} />}
      who={({ id, customer }) => <Go to={`/customers/of/${id}`}>{customer}</Go>}
      facts={(record) => [
        [
          t('payments.failure'),
          record.failure && `${t(`record.failure.${record.failure.code}`)} (${record.failure.code})`,
        ],
        [t('payments.nextAction'), record.next_action?.instructions],
        ...merchantFields(record, t).slice(0, 2),
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
        // The payer sees it before the approval.
        [
          t('payments.charged'),
          record.charged_amount > record.amount && <Money amount={record.charged_amount} currency={record.currency} />,
        ],
        // The fee is taken when the payment succeeds. Until then, no money has come and none is left.
        [
          t('payments.fee'),
          record.status === 'succeeded' && <Money key="fee" amount={record.fee} currency={record.currency} />,
        ],
        [
          t('wallets.kind.tax'),
          record.tax > 0n && record.status === 'succeeded' && <Money amount={record.tax} currency={record.currency} />,
        ],
        [
          t('payments.net'),
          record.status === 'succeeded' && <Money key="net" amount={record.net} currency={record.currency} />,
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
        ...merchantFields(record, t).slice(2),
        [t('record.branch'), record.branch && <BranchName key="branch" id={record.branch} />],
        [t('payments.wallet'), <WalletLink key="wallet" id={record.wallet} />],
        [t('payments.rail'), record.rail],
        [t('payments.railReference'), record.rail_reference],
        [t('record.id'), <Id key="id" id={record.id} whole />],
      ]}
    >
      {(record) => (
        <>
          <WaitsFor payment={record} />
          {Shares && record.split && <Shares payment={record} />}
          <Section title={t('record.timeline')}>
            <FormError error={failureOf(timeline)} />
            <Timeline steps={stepsOf(entries, t)} />
          </Section>
          <FormError error={failureOf(refunds)} />
          <RefundsOf refunds={refunds.data?.data ?? []} />
          <ReceiptOf record={id} kind="payment" />
        </>
      )}
    </RecordPage>
  );
}

/** For whom an open payment waits, and until when. */
function WaitsFor({ payment }: { payment: Payment }) {
  const { t } = useTexts();
  const { status, customer, rail, expires_at } = payment;
  if (status === 'succeeded' || status === 'failed') return null;
  if (status === 'requires_capture') {
    const { amount_authorized: whole, amount_captured: captured, capture_before, currency } = payment;
    const amounts = { left: formatMoney(whole - captured, currency), captured: formatMoney(captured, currency) };
    return <Waits>{t('waits.requires_capture', { ...amounts, until: formatTime(capture_before!) })}</Waits>;
  }
  return <Waits>{t(`waits.${status}`, { customer, rail, until: formatTime(expires_at) })}</Waits>;
}

function Actions({ payment, rest }: { payment: Payment; rest: bigint }) {
  const { t } = useTexts();
  const world = useWorld();
  const mayChange = useMayChange();
  const [refunding, refund] = useDisclosure();
  const [canceling, cancel] = useDisclosure();
  const Held = useLater(held, payment.status === 'requires_capture');
  const stale = ['/payments/{id}', '/payments/{id}/timeline', '/payments'] as const;
  const canceled = useChange('POST', '/payments/{id}/cancel', stale);
  const approved = useChange('POST', '/test/payments/{id}/approve', stale);
  const declined = useChange('POST', '/test/payments/{id}/decline', stale);
  const params = { id: payment.id };
  const waitsForTest = world?.mode === 'test' && payment.status === 'requires_action' && payment.rail === 'sandbox';
  if (!mayChange('money')) return null;
  return (
    <>
      {waitsForTest && (
        <>
          <FormError error={approved.error ?? declined.error} />
          <Button
            variant="default"
            loading={approved.isPending}
            onClick={() => approved.run({ params }).catch(() => undefined)}
          >
            {t('payments.approveTest')}
          </Button>
          <Button
            variant="default"
            loading={declined.isPending}
            onClick={() => declined.run({ params }).catch(() => undefined)}
          >
            {t('payments.declineTest')}
          </Button>
        </>
      )}
      {Held && payment.status === 'requires_capture' && <Held payment={payment} />}
      {isOpen(payment) && (
        <Button variant="default" leftSection={<X size={16} />} onClick={cancel.open}>
          {t('payments.cancel')}
        </Button>
      )}
      {payment.status === 'succeeded' && rest > 0n && (
        <Button variant="default" leftSection={<Undo2 size={16} />} onClick={refund.open}>
          {t('payments.refund')}
        </Button>
      )}
      <Confirm
        opened={canceling}
        onClose={cancel.close}
        title={t('payments.cancelTitle')}
        act={t('payments.cancel')}
        pending={canceled.isPending}
        error={canceled.error}
        onConfirm={() => canceled.run({ params }).then(cancel.close, () => undefined)}
      >
        {t('payments.cancelAsk', { customer: payment.customer })}{' '}
        <Money amount={payment.amount} currency={payment.currency} />
      </Confirm>
      {refunding && <RefundDialog payment={payment} rest={rest} onClose={refund.close} />}
    </>
  );
}
