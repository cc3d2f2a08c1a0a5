import type { CallbackEntry } from '../../../contract/src/callbacks.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { ModeName, useModeFilter } from './mode-name.tsx';
import { Ref } from './ref.tsx';

type CallbackOutcome = CallbackEntry['outcome'];

/** A record of all outcomes, so that the compiler notices one that is missing. */
const outcomes: Record<CallbackOutcome, true> = {
  asked: true,
  waiting: true,
  confirmed: true,
  contradicted: true,
  unanswered: true,
  incoming: true,
  noted: true,
  unknown_record: true,
  source_refused: true,
  unreadable: true,
};

/** The requests of providers, and what was done. */
export function CallbacksPage() {
  const { t } = useTexts();
  const mode = useModeFilter();
  const columns: readonly Column<CallbackEntry>[] = [
    { head: t('payments.rail'), line: 'name', cell: ({ rail }) => rail },
    {
      head: t('operator.callback.outcome'),
      line: 'state',
      cell: ({ outcome }) => t(`operator.callback.outcomeOf.${outcome}`),
    },
    {
      head: t('operator.callback.record'),
      cell: ({ record, handle }) => (record ? <Ref id={record} /> : (handle ?? '–')),
      wide: true,
    },
    { head: t('operator.callback.times'), cell: ({ times }) => times, end: true, wide: true },
    { head: t('operator.callback.source'), cell: ({ source }) => <code>{source}</code>, wide: true },
    { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} />, wide: true },
    {
      head: t('operator.callback.arrived'),
      line: 'when',
      cell: ({ created_at }) => <Time at={created_at} seconds />,
      end: true,
    },
  ];
  return (
    <>
      <PageHead title={t('operator.callback.title')} />
      <ListPage
        path="/operator/callbacks"
        columns={columns}
        every={15_000}
        filters={[
          {
            name: 'outcome',
            label: t('operator.callback.outcome'),
            options: (Object.keys(outcomes) as CallbackOutcome[]).map((value) => ({
              value,
              label: t(`operator.callback.outcomeOf.${value}`),
            })),
          },
          { name: 'rail', label: t('payments.rail') },
          { name: 'record', label: t('operator.callback.record') },
          mode,
        ]}
        to={({ id }) => `/operator/callbacks/${id}`}
        empty={<Empty title={t('operator.callback.none')}>{t('operator.callback.noneAdvice')}</Empty>}
      />
    </>
  );
}
