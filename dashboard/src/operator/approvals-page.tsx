import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Approval, ApprovalKind, ApprovalStatus } from '../../../contract/src/approvals.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { ApprovalLine } from './approval-sentence.tsx';
import { ModeName } from './mode-name.tsx';
import { useOpenFirst } from './open-first.tsx';
import { OpeningDialog } from './opening-dialog.tsx';
import { Ref } from './ref.tsx';
import { useMay } from './rights.ts';

const statuses: readonly ApprovalStatus[] = ['pending', 'approved', 'rejected', 'expired'];
const kinds: readonly ApprovalKind[] = [
  'cash_in',
  'adjustment',
  'operator',
  'fee',
  'limit',
  'unfreeze',
  'rail',
  'float',
  'suspense',
  'settlement',
  'reconciliation',
  'person_export',
  'person_erasure',
  'opening',
];

export function ApprovalsPage() {
  const { t } = useTexts();
  const view = useOpenFirst();
  const may = useMay();
  const [isOpening, opening] = useDisclosure();
  const columns: readonly Column<Approval>[] = [
    { head: t('operator.request'), cell: (approval) => <ApprovalLine approval={approval} /> },
    { head: t('operator.kind'), cell: ({ kind }) => t(`operator.approvalOf.${kind}`), wide: true },
    { head: t('record.status'), cell: ({ status }) => <Status status={status} /> },
    { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} />, wide: true },
    { head: t('operator.askedBy'), cell: ({ requested_by }) => requested_by && <Ref id={requested_by} />, wide: true },
    view.all
      ? { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true, wide: true }
      : { head: t('operator.until'), cell: ({ expires_at }) => <Time at={expires_at} />, end: true, wide: true },
  ];
  const statusFilter = {
    name: 'status',
    label: t('record.status'),
    options: statuses.map((value) => ({ value, label: t(`status.${value}`) })),
  };
  return (
    <>
      <PageHead title={t('operator.page.approvals')}>
        {may('money') && (
          <Button variant="default" onClick={opening.open}>
            {t('operator.opening.ask')}
          </Button>
        )}
        {view.button}
      </PageHead>
      <ListPage
        path="/operator/approvals"
        columns={columns}
        fixed={view.all ? {} : { status: 'pending', order: 'asc' }}
        key={String(view.all)}
        every={30_000}
        filters={[
          ...(view.all ? [statusFilter] : []),
          {
            name: 'kind',
            label: t('operator.kind'),
            options: kinds.map((value) => ({ value, label: t(`operator.approvalOf.${value}`) })),
          },
        ]}
        to={({ id }) => `/operator/approvals/${id}`}
        empty={<Empty title={t('operator.noApprovals')}>{t('operator.noApprovalsAdvice')}</Empty>}
      />
      {isOpening && <OpeningDialog onClose={opening.close} />}
    </>
  );
}
