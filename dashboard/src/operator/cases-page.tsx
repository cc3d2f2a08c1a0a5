import type { Case, CaseKind } from '../../../contract/src/cases.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Distance, Time } from '../ui/time.tsx';
import { ModeName, useModeFilter } from './mode-name.tsx';
import { useOpenFirst } from './open-first.tsx';
import { Ref } from './ref.tsx';

/** A record of all kinds, so that the compiler notices a kind that is missing. */
const kinds: Record<CaseKind, true> = {
  unmatched_money: true,
  late_success: true,
  contradiction: true,
  wrong_amount: true,
  wrong_payer: true,
  unknown_too_long: true,
  low_float: true,
  credentials_refused: true,
  unbooked_settlement: true,
  uncovered_reversal: true,
  unknown_callback: true,
  callback_source: true,
  missing_there: true,
  missing_here: true,
  amount_differs: true,
  fee_differs: true,
  duplicate_there: true,
  ambiguous_match: true,
  reversed_there: true,
  safeguarding_gap: true,
  escrow_disagreement: true,
};

/** The inbox of what needs a person about rails. */
export function CasesPage() {
  const { t } = useTexts();
  const mode = useModeFilter();
  const view = useOpenFirst();
  const columns: readonly Column<Case>[] = [
    { head: t('operator.kind'), line: 'name', cell: ({ kind }) => t(`operator.caseOf.${kind}`) },
    { head: t('record.status'), line: 'state', cell: ({ status }) => <Status status={status} /> },
    { head: t('payments.rail'), cell: ({ rail }) => rail ?? '–', wide: true },
    {
      head: t('record.amount'),
      line: 'much',
      cell: ({ amount, currency }) => (amount && currency ? <Money amount={amount} currency={currency} /> : '–'),
      end: true,
    },
    {
      head: t('operator.assignedTo'),
      cell: ({ assigned_to }) => (assigned_to ? <Ref id={assigned_to} /> : t('operator.nobody')),
      wide: true,
    },
    { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} />, wide: true },
    view.all
      ? {
          head: t('record.created'),
          line: 'when',
          cell: ({ created_at }) => <Time at={created_at} />,
          end: true,
          wide: true,
        }
      : {
          head: t('operator.desk.waitingSince'),
          line: 'when',
          cell: ({ created_at }) => <Distance at={created_at} />,
          end: true,
        },
  ];
  const statusFilter = {
    name: 'status',
    label: t('record.status'),
    options: (['open', 'closed'] as const).map((value) => ({ value, label: t(`status.${value}`) })),
  };
  return (
    <>
      <PageHead title={t('operator.page.cases')}>{view.button}</PageHead>
      <ListPage
        path="/operator/cases"
        columns={columns}
        every={15_000}
        fixed={view.all ? {} : { status: 'open' }}
        key={String(view.all)}
        filters={[
          ...(view.all ? [statusFilter] : []),
          {
            name: 'kind',
            label: t('operator.kind'),
            options: (Object.keys(kinds) as CaseKind[]).map((value) => ({
              value,
              label: t(`operator.caseOf.${value}`),
            })),
          },
          { name: 'rail', label: t('payments.rail') },
          { name: 'record', label: t('operator.about') },
          mode,
        ]}
        to={({ id }) => `/operator/cases/${id}`}
        empty={<Empty title={t('operator.noCases')}>{t('operator.noCasesAdvice')}</Empty>}
      />
    </>
  );
}
