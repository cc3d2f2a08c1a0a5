import { Button, Group, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Payout, PayoutApproval } from '../../../contract/src/payouts.ts';
import { useMe } from '../session/me.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { formatMoney } from '../ui/format.ts';
import { Money } from '../ui/money.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange, useRole } from '../world/may-change.ts';
import { mayOpen } from '../world/may-open.ts';
import { useRead } from '../world/read.ts';
import { useWorld } from '../world/world.tsx';
import classes from './payouts.module.css';

/**
 * The maker of a payout waits for another person, as does anyone without the right. The service makes the final check.
 */
export function Approval({ payout, approval }: { payout: Payout; approval: PayoutApproval }) {
  const { t } = useTexts();
  const mayDecide = useMayChange()('approval');
  const me = useMe().data;
  const who = useMaker(approval.requested_by);
  if (me?.id === approval.requested_by) return <div className={classes.approval}>{t('payroll.waitsForOther')}</div>;
  const total = formatMoney(approval.reserved, payout.currency);
  const fee = approval.reserved - payout.totals.amount;
  const leaves = fee > 0n && t('payroll.leaves', { fee: formatMoney(fee, payout.currency), total });
  return (
    <div className={classes.approval}>
      <span>
        {t('payroll.waitsForYou', { who })} {leaves}
      </span>
      {mayDecide && <Decision payout={payout} leaves={leaves} />}
    </div>
  );
}

/** The email address of the developer, while the developer belongs to this integration. */
function useMaker(id: string): string {
  const { t } = useTexts();
  const { integration } = useWorld()!;
  const isDeveloper = id.startsWith('dev_');
  const seesTeam = mayOpen(useRole(useWorld()), '/developers');
  const asked = { params: { id: integration }, query: { limit: 100 }, enabled: isDeveloper && seesTeam };
  const developers = useRead('/integrations/{id}/developers', asked).data?.data;
  if (!isDeveloper) return t('payroll.merchantsPerson');
  return developers?.find((one) => one.id === id)?.email ?? id;
}

function Decision({ payout, leaves }: { payout: Payout; leaves: string | false }) {
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
          {t('payroll.reject')}
        </Button>
        <Button onClick={approve.open}>{t('payroll.approve')}</Button>
      </Group>
      <Confirm
        opened={approving}
        onClose={approve.close}
        title={t('payroll.approveTitle')}
        act={t('payroll.approve')}
        danger={false}
        pending={approved.isPending}
        error={approved.error}
        onConfirm={() => approved.run({ params }).then(approve.close, () => undefined)}
      >
        {t('payroll.approveAsk', what)} {amount}
        {leaves && <br />}
        {leaves}
      </Confirm>
      <Confirm
        opened={rejecting}
        onClose={reject.close}
        title={t('payroll.rejectTitle')}
        act={t('payroll.reject')}
        pending={rejected.isPending}
        error={rejected.error}
        onConfirm={() => rejected.run({ params, body: { reason: reason.trim() } }).then(reject.close, () => undefined)}
      >
        {t('payroll.rejectAsk', what)} {amount}
        <Textarea
          mt="sm"
          label={t('payroll.rejectReason')}
          required
          maxLength={300}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Confirm>
    </>
  );
}
