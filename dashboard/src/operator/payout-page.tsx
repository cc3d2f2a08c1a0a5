import { useParams } from '@tanstack/react-router';
import type { AnyPayout } from '../../../contract/src/operator-payments.ts';
import { Items } from '../payouts/items.tsx';
import { Progress } from '../payouts/progress.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Go } from '../ui/go.tsx';
import { Money } from '../ui/money.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { Waits } from '../ui/waits.tsx';
import { useChange } from '../world/change.ts';
import { useRead } from '../world/read.ts';
import { Act } from './act.tsx';
import { AuditOf } from './audit-of.tsx';
import { ModeName } from './mode-name.tsx';
import { Name, Ref } from './ref.tsx';
import { useMay } from './rights.ts';

export function PayoutPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const payout = useRead('/operator/payouts/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('payouts.one')}
      list={{ to: '/operator/payouts', name: t('operator.page.payouts') }}
      record={payout}
      title={({ totals, currency }) => <Money amount={totals.amount} currency={currency} />}
      status={({ status }) => <Status status={status} />}
      actions={(record) => <Cancel payout={record} />}
      facts={(record) => [
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('operator.merchant'), <Ref key="merchant" id={record.merchant} />],
        [
          t('operator.integration'),
          <Go key="integration" to="/operator/payouts" search={{ integration: record.integration }}>
            <Name id={record.integration} />
          </Go>,
        ],
        [t('shell.mode'), <ModeName key="mode" livemode={record.livemode} />],
        [t('payouts.wallet'), <Ref key="wallet" id={record.wallet} />],
        [t('payouts.result'), record.result && t(`payouts.resultOf.${record.result}`)],
        // A payout that waits for its second person has no fees yet. The money that may leave the wallet is reserved.
        record.approval?.status === 'pending'
          ? [
              t('wallets.reserved'),
              <Money key="reserved" amount={record.approval.reserved} currency={record.currency} />,
            ]
          : [t('payouts.fee'), <Money key="fee" amount={record.totals.fee} currency={record.currency} />],
        [
          t('wallets.kind.tax'),
          record.totals.tax > 0n && <Money amount={record.totals.tax} currency={record.currency} />,
        ],
        [t('record.reference'), record.reference],
        [t('operator.askedBy'), record.approval && <Ref id={record.approval.requested_by} />],
        [t('operator.decidedBy'), record.approval?.decided_by && <Ref id={record.approval.decided_by} />],
        [t('payouts.rejected'), record.approval?.rejection_reason],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
        [t('payouts.completed'), record.completed_at && <Time at={record.completed_at} seconds />],
      ]}
    >
      {(record) => (
        <>
          {record.approval?.status === 'pending' && <Waits>{t('operator.desk.waits.payout')}</Waits>}
          <Section title={t('payouts.progress')}>
            <Progress payout={record} />
          </Section>
          <Section title={t('payouts.items')}>
            <Items payout={id} path="/operator/payouts/{id}/items" showsSent={record.fee_bearer === 'receiver'} />
          </Section>
          <AuditOf target={record.id} />
        </>
      )}
    </RecordPage>
  );
}

function Cancel({ payout }: { payout: AnyPayout }) {
  const { t } = useTexts();
  const may = useMay();
  const stale = [
    '/operator/payouts',
    '/operator/payouts/{id}',
    '/operator/payouts/{id}/items',
    '/operator/wallets',
    '/operator/wallets/{id}',
    '/operator/audit',
  ] as const;
  const cancel = useChange('POST', '/operator/payouts/{id}/cancel', stale);
  if (payout.status !== 'pending' || !may('cancel')) return null;
  return (
    <Act
      name={t('payouts.cancel')}
      title={t('payouts.cancelTitle')}
      change={cancel}
      run={(reason) => cancel.run({ params: { id: payout.id }, body: { reason } })}
      reason
      danger
    >
      {t('payouts.cancelAsk', { count: payout.totals.count, name: payout.reference ?? payout.id })}{' '}
      <Money amount={payout.totals.amount} currency={payout.currency} />
    </Act>
  );
}
