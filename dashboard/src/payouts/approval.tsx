import { Button, Group, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Payout } from '../../../contract/src/payouts.ts';
import { useMe } from '../session/me.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Money } from '../ui/money.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import classes from './payouts.module.css';

/** Who made it waits for another, as do those who may not decide. The service knows best who may. */
export function Approval({ payout, requestedBy }: { payout: Payout; requestedBy: string }) {
  const { t } = useTexts();
  const mayDecide = useMayChange()('approval');
  const me = useMe().data;
  if (me?.id === requestedBy) return <div className={classes.approval}>{t('payouts.waitsForOther')}</div>;
  return (
    <div className={classes.approval}>
      <span>{t('payouts.waitsForYou', { who: requestedBy })}</span>
      {mayDecide && <Decision payout={payout} />}
    </div>
  );
}

function Decision({ payout }: { payout: Payout }) {
  const { t } = useTexts();
  const [approving, approve] = useDisclosure();
  const [rejecting, reject] = useDisclosure();
  const [reason, setReason] = useState('');
  const stale = ['/payouts', '/payouts/{id}', '/wallets'] as const;
  const approved = useChange('POST', '/payouts/{id}/approve', stale);
  const rejected = useChange('POST', '/payouts/{id}/reject', stale);
  const params = { id: payout.id };
  const what = { count: payout.totals.count, name: payout.reference ?? payout.id };
  const amount = <Money amount={payout.totals.amount} currency={payout.currency} />;
  return (
    <>
      <Group gap="xs">
        <Button variant="default" onClick={reject.open}>
          {t('payouts.reject')}
        </Button>
        <Button onClick={approve.open}>{t('payouts.approve')}</Button>
      </Group>
      <Confirm
        opened={approving}
        onClose={approve.close}
        title={t('payouts.approveTitle')}
        act={t('payouts.approve')}
        danger={false}
        pending={approved.isPending}
        error={approved.error}
        onConfirm={() => approved.run({ params }).then(approve.close, () => undefined)}
      >
        {t('payouts.approveAsk', what)} {amount}
      </Confirm>
      <Confirm
        opened={rejecting}
        onClose={reject.close}
        title={t('payouts.rejectTitle')}
        act={t('payouts.reject')}
        pending={rejected.isPending}
        error={rejected.error}
        onConfirm={() => rejected.run({ params, body: { reason: reason.trim() } }).then(reject.close, () => undefined)}
      >
        {t('payouts.rejectAsk', what)} {amount}
        <Textarea
          mt="sm"
          label={t('payouts.rejectReason')}
          required
          maxLength={300}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Confirm>
    </>
  );
}
