import { Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { Approval } from '../../../contract/src/approvals.ts';
import { useMe } from '../session/me.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { formatTime } from '../ui/format.ts';
import { RecordPage } from '../ui/record-page.tsx';
import { FormError } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { Waits } from '../ui/waits.tsx';
import { useChange } from '../world/change.ts';
import { failureOf, useRead } from '../world/read.ts';
import { Act } from './act.tsx';
import { approvalFacts } from './approval-facts.tsx';
import { ApprovalSentence } from './approval-sentence.tsx';
import { useWalletOf, walletIn } from './approval-wallet.ts';
import { ModeName } from './mode-name.tsx';
import { OpeningRows } from './opening-rows.tsx';
import { PersonFile } from './person-file.tsx';
import { Ref } from './ref.tsx';
import { rightOf, rolesWith, useMay } from './rights.ts';

export function ApprovalPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const approval = useRead('/operator/approvals/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('operator.approval')}
      list={{ to: '/operator/approvals', name: t('operator.page.approvals') }}
      record={approval}
      title={(record) => <ApprovalSentence approval={record} />}
      status={({ status }) => <Status status={status} />}
      actions={(record) => <Actions approval={record} />}
      facts={(record) => [
        [t('operator.kind'), t(`operator.approvalOf.${record.kind}`)],
        [t('operator.wallet'), walletIn(record) !== '' && <Ref id={walletIn(record)} />],
        [t('operator.email'), 'email' in record.payload && record.payload.email],
        ...approvalFacts(record, t),
        [t('shell.mode'), record.livemode !== null && <ModeName livemode={record.livemode} />],
        [t('record.reference'), record.reference],
        [t('payments.reason'), record.reason],
        [t('operator.askedBy'), record.requested_by && <Ref key="by" id={record.requested_by} />],
        [t('operator.decidedBy'), record.decided_by && <Ref id={record.decided_by} />],
        [t('operator.decidedAt'), record.decided_at && <Time at={record.decided_at} seconds />],
        [t('operator.rejectedFor'), record.rejection_reason],
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
      ]}
    >
      {(record) => (
        <>
          {record.status === 'pending' && <WaitsFor approval={record} />}
          {record.kind === 'opening' && <OpeningRows approval={record.id} />}
        </>
      )}
    </RecordPage>
  );
}

/** The roles that may decide a request, and the end of it. */
function WaitsFor({ approval: { kind, expires_at } }: { approval: Approval }) {
  const { t } = useTexts();
  const roles = rolesWith(rightOf[kind]).map((role) => t(`operator.roleOf.${role}`));
  const values = { roles: roles.join(', '), until: formatTime(expires_at) };
  return (
    <>
      <Waits>{t('operator.desk.waits.approval', values)}</Waits>
      {kind === 'opening' && <Waits>{t('operator.opening.compare')}</Waits>}
    </>
  );
}

function Actions({ approval }: { approval: Approval }) {
  const { t } = useTexts();
  const me = useMe().data;
  const may = useMay();
  const wallet = useWalletOf(approval);
  const stale = [
    '/operator/waiting',
    '/operator/approvals',
    '/operator/approvals/{id}',
    '/operator/wallets/{id}',
    '/operator/wallets/{id}/entries',
    '/operator/accounts',
    '/operator/fees',
    '/operator/limits',
    '/operator/floats',
    '/operator/cases',
    '/operator/cases/{id}',
    '/operator/reconciliation',
    '/operator/rail_settings',
    '/operator/rail_settings/{slug}',
  ] as const;
  const approve = useChange('POST', '/operator/approvals/{id}/approve', stale);
  const reject = useChange('POST', '/operator/approvals/{id}/reject', stale);
  const params = { id: approval.id };
  if (!may(rightOf[approval.kind])) return null;
  if (approval.status !== 'pending') return <PersonFile approval={approval} />;
  if (approval.requested_by === me?.id) {
    return (
      <Text c="dimmed" size="sm">
        {t('operator.ownRequest')}
      </Text>
    );
  }
  // An approval without its amount on the screen cannot be decided.
  if (walletIn(approval) !== '' && !wallet.data) return <FormError error={failureOf(wallet)} />;
  return (
    <>
      <Act
        name={t('operator.approve')}
        title={t('operator.approveTitle')}
        change={approve}
        run={() => approve.run({ params })}
        button={{ variant: 'filled' }}
      >
        {t('operator.approveAsk')} <ApprovalSentence approval={approval} />
      </Act>
      <Act
        name={t('operator.reject')}
        title={t('operator.rejectTitle')}
        change={reject}
        run={(reason) => reject.run({ params, body: { reason } })}
        reason
        danger
      >
        {t('operator.rejectAsk')} <ApprovalSentence approval={approval} />
      </Act>
    </>
  );
}
