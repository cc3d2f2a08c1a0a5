import { Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { Close } from '../../../../contract/src/closes.ts';
import { useMe } from '../../session/me.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Id } from '../../ui/copy.tsx';
import { formatDay } from '../../ui/format.ts';
import { Go } from '../../ui/go.tsx';
import { RecordPage } from '../../ui/record-page.tsx';
import { Time } from '../../ui/time.tsx';
import { useChange } from '../../world/change.ts';
import { useRead } from '../../world/read.ts';
import { Act } from '../act.tsx';
import { ModeName } from '../mode-name.tsx';
import { RailRef, Ref } from '../ref.tsx';
import { useMay } from '../rights.ts';
import { CloseDocuments } from './close-documents.tsx';
import { CloseFigures } from './close-figures.tsx';
import { CloseStatus } from './close-status.tsx';
import { CloseVerdict } from './close-verdict.tsx';

/** A closed day of a rail. It never changes; another operator reviews it. */
export function ClosePage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const read = useRead('/operator/closes/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('books.close')}
      list={{ to: '/operator/closes', name: t('operator.page.closes') }}
      record={read}
      title={({ rail, day }) => `${rail} · ${formatDay(day)}`}
      status={({ status }) => <CloseStatus status={status} />}
      actions={(close) => (close.status === 'reviewed' ? <CloseDocuments close={close} /> : <Review close={close} />)}
      facts={(close) => [
        [t('payments.rail'), <RailRef key="rail" slug={close.rail} />],
        [t('books.source'), t(`books.closeSourceOf.${close.source}`)],
        [t('books.cutAt'), <Time key="cut" at={close.cut_at} seconds />],
        [t('books.timeZone'), close.time_zone],
        [t('books.closedBy'), <Ref key="by" id={close.closed_by} />],
        [t('books.reviewedBy'), close.reviewed_by && <Ref id={close.reviewed_by} />],
        [t('books.closedAt'), <Time key="at" at={close.created_at} seconds />],
        [t('books.reviewedAt'), close.reviewed_at && <Time at={close.reviewed_at} seconds />],
        [t('shell.mode'), <ModeName key="mode" livemode={close.livemode} />],
        [
          t('books.closedMonth'),
          <Go key="month" to={`/operator/closed_months/${close.rail}/${close.day.slice(0, 7)}`}>
            {close.day.slice(0, 7)}
          </Go>,
        ],
        [
          t('operator.page.safeguarding'),
          <Go key="safeguarding" to={`/operator/safeguarding/${close.day}`}>
            {formatDay(close.day)}
          </Go>,
        ],
        [t('record.id'), <Id key="id" id={close.id} whole />],
      ]}
    >
      {(close) => (
        <>
          <CloseVerdict difference={close.difference} currency={close.currency} />
          <CloseFigures figures={close} items={close.items} />
        </>
      )}
    </RecordPage>
  );
}

function Review({ close }: { close: Close }) {
  const { t } = useTexts();
  const me = useMe().data;
  const may = useMay();
  const review = useChange('POST', '/operator/closes/{id}/review', ['/operator/closes', '/operator/closes/{id}']);
  if (!may('money')) return null;
  if (close.closed_by === me?.id) {
    return (
      <Text c="dimmed" size="sm">
        {t('books.ownClose')}
      </Text>
    );
  }
  return (
    <Act
      name={t('books.review')}
      title={t('books.reviewTitle')}
      change={review}
      run={() => review.run({ params: { id: close.id } })}
      button={{ variant: 'filled' }}
    >
      {t('books.reviewAsk')} {close.rail}, {formatDay(close.day)}
    </Act>
  );
}
