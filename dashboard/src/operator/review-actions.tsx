import '@mantine/core/styles/Radio.css';
import { Button, Checkbox, Radio, Select, Stack, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { KycReview } from '../../../contract/src/kyc.ts';
import { useTexts } from '../texts/use-texts.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useRead } from '../world/read.ts';
import { OperatorDialog } from './operator-dialog.tsx';
import { useMay } from './rights.ts';

const stale = [
  '/operator/waiting',
  '/operator/kyc/submissions',
  '/operator/kyc/submissions/{id}',
  '/operator/accounts/{id}',
  '/operator/audit',
] as const;

export function ReviewActions({ review }: { review: KycReview }) {
  const { t } = useTexts();
  const may = useMay();
  const [approving, approve] = useDisclosure();
  const [rejecting, reject] = useDisclosure();
  // A submission that was already decided when the page opened is not part of working through the queue.
  const [waited] = useState(review.status === 'pending');
  if (!may('decide')) return null;
  const revoking = review.status === 'approved';
  return (
    <>
      {review.status === 'pending' && <Button onClick={approve.open}>{t('operator.approve')}</Button>}
      {(review.status === 'pending' || revoking) && (
        <Button variant="default" onClick={reject.open}>
          {revoking ? t('operator.takeBack') : t('operator.reject')}
        </Button>
      )}
      {waited && review.status !== 'pending' && <NextInQueue livemode={review.livemode} />}
      {approving && <ApproveDialog review={review} onClose={approve.close} />}
      {rejecting && <RejectDialog review={review} revoke={revoking} onClose={reject.close} />}
    </>
  );
}

/** Leads from one decision to the next without the list. It takes the focus, because the pressed button is gone. */
function NextInQueue({ livemode }: { livemode: boolean }) {
  const { t } = useTexts();
  const query = { status: 'pending', mode: livemode ? 'live' : 'test', order: 'asc', limit: 1 } as const;
  const next = useRead('/operator/kyc/submissions', { query }).data?.data[0];
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const to = next ? `/operator/kyc/${next.id}` : '/operator/kyc';
  return (
    <Button ref={button} onClick={() => navigate({ to })}>
      {next ? t('operator.nextInQueue') : t('operator.queue')}
    </Button>
  );
}

function ApproveDialog({ review, onClose }: { review: KycReview; onClose: () => void }) {
  const { t } = useTexts();
  const [tier, setTier] = useState('1');
  const approve = useChange('POST', '/operator/kyc/submissions/{id}/approve', stale);
  return (
    <OperatorDialog
      title={t('operator.approveKyc', { name: review.name })}
      act={t('operator.approve')}
      onClose={onClose}
      change={approve}
      submit={() => approve.run({ params: { id: review.id }, body: { tier: Number(tier) } })}
    >
      <Select
        label={t('operator.tier')}
        description={t('operator.tierAdvice')}
        data={['1', '2']}
        allowDeselect={false}
        value={tier}
        onChange={(value) => setTier(value ?? '1')}
      />
    </OperatorDialog>
  );
}

const rejectReasons = ['unreadable', 'cut_off', 'expired', 'mismatch', 'wrong_document', 'copy', 'other'] as const;
type RejectReason = (typeof rejectReasons)[number];

type RejectProps = { review: KycReview; revoke: boolean; onClose: () => void };

function RejectDialog({ review, revoke, onClose }: RejectProps) {
  const { t } = useTexts();
  const [why, setWhy] = useState<RejectReason | null>(null);
  const [reason, setReason] = useState('');
  const [freeze, setFreeze] = useState(false);
  const reject = useChange('POST', '/operator/kyc/submissions/{id}/reject', stale);
  const body = { reason, ...(revoke ? { revoke } : {}), ...(freeze ? { freeze } : {}) };
  return (
    <OperatorDialog
      title={t(revoke ? 'operator.takeBackKyc' : 'operator.rejectKyc', { name: review.name })}
      act={revoke ? t('operator.takeBack') : t('operator.reject')}
      onClose={onClose}
      change={reject}
      disabled={reason.trim() === ''}
      submit={() => reject.run({ params: { id: review.id }, body })}
    >
      <Radio.Group
        label={t('operator.desk.reasonLabel')}
        required
        value={why}
        onChange={(value) => {
          const chosen = value as RejectReason;
          setWhy(chosen);
          setReason(chosen === 'other' ? '' : t(`operator.desk.rejectText.${chosen}`));
        }}
      >
        <Stack gap={8} mt={6}>
          {rejectReasons.map((value) => (
            <Radio key={value} value={value} label={t(`operator.desk.rejectFor.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={t('operator.desk.reasonText')}
        description={t('operator.reasonForCustomer')}
        required
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={faultOf(reject.error, 'reason')}
      />
      <Checkbox
        label={t('operator.freezeToo')}
        checked={freeze}
        onChange={({ currentTarget }) => setFreeze(currentTarget.checked)}
      />
    </OperatorDialog>
  );
}
