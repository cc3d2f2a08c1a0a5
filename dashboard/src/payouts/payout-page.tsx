import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Payout } from '../../../contract/src/payouts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Id } from '../ui/copy.tsx';
import { DownloadButton } from '../ui/download-button.tsx';
import { X } from '../ui/icons.ts';
import { Money } from '../ui/money.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { WalletLink } from '../ui/wallet-name.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { useRead } from '../world/read.ts';
import { Approval } from './approval.tsx';
import { Items } from './items.tsx';
import { Outcome } from './outcome.tsx';
import { PayAgain } from './pay-again.tsx';
import { Progress } from './progress.tsx';

export function PayoutPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const mayChange = useMayChange();
  const [isUnderWay, setUnderWay] = useState(true);
  const payout = useRead('/payouts/{id}', { params: { id }, refetchInterval: isUnderWay ? 1_500 : false });
  const totals = payout.data?.totals;
  const final = payout.data?.status === 'completed' || payout.data?.status === 'canceled';
  useEffect(() => setUnderWay(!final), [final]);
  useItemsFollow(`${payout.data?.status} ${totals?.succeeded_count} ${totals?.failed_count}`);
  return (
    <RecordPage
      kind={t('payouts.one')}
      list={{ to: '/payouts', name: t('payouts.title') }}
      record={payout}
      title={(record) => <Money amount={record.totals.amount} currency={record.currency} />}
      status={({ status }) => <Status status={status} />}
      actions={(record) => (
        <>
          <DownloadButton path="/payouts/{id}/items" params={{ id }} file={`payout-${record.reference ?? id}.csv`}>
            {t('payroll.download')}
          </DownloadButton>
          {record.status === 'pending' && mayChange('money') && <Cancel payout={record} />}
        </>
      )}
      facts={(record) => [
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('payouts.wallet'), <WalletLink key="wallet" id={record.wallet} />],
        [t('payouts.result'), record.result && t(`payouts.resultOf.${record.result}`)],
        // No fee is taken yet. The approval shows the reserved amount.
        [
          t('payouts.fee'),
          record.approval?.status !== 'pending' && <Money amount={record.totals.fee} currency={record.currency} />,
        ],
        [t('payouts.bearer'), record.fee_bearer === 'receiver' && t('payouts.receivers')],
        [
          t('wallets.kind.tax'),
          record.totals.tax > 0n && <Money amount={record.totals.tax} currency={record.currency} />,
        ],
        [t('payroll.repeatedRecipients'), record.repeated_recipients > 0 && record.repeated_recipients],
        [t('payroll.rail'), record.rail],
        [t('record.reference'), record.reference],
        [t('payouts.rejected'), record.approval?.rejection_reason],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
        [t('payouts.completed'), record.completed_at && <Time at={record.completed_at} seconds />],
      ]}
    >
      {(record) => (
        <>
          <Section title={t('payouts.progress')}>
            <Outcome payout={record} />
            {record.approval?.status === 'pending' && <Approval payout={record} approval={record.approval} />}
            <Progress payout={record} />
            <PayAgain payout={record} />
          </Section>
          <Section title={t('payouts.items')}>
            <Items payout={id} showsSent={record.fee_bearer === 'receiver'} />
          </Section>
        </>
      )}
    </RecordPage>
  );
}

/** Refetches the items when the totals show that some have changed. */
function useItemsFollow(totals: string): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the totals change
  useEffect(() => {
    client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === '/payouts/{id}/items' });
  }, [totals, client]);
}

function Cancel({ payout }: { payout: Payout }) {
  const { t } = useTexts();
  const [asking, ask] = useDisclosure();
  const canceled = useChange('POST', '/payouts/{id}/cancel', ['/payouts', '/payouts/{id}', '/wallets']);
  return (
    <>
      <Button variant="default" leftSection={<X size={16} />} onClick={ask.open}>
        {t('payouts.cancel')}
      </Button>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={t('payouts.cancelTitle')}
        act={t('payouts.cancel')}
        pending={canceled.isPending}
        error={canceled.error}
        onConfirm={() => canceled.run({ params: { id: payout.id } }).then(ask.close, () => undefined)}
      >
        {t('payouts.cancelAsk', { count: payout.totals.count, name: payout.reference ?? payout.id })}{' '}
        <Money amount={payout.totals.amount} currency={payout.currency} />
      </Confirm>
    </>
  );
}
