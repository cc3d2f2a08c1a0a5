import { useParams } from '@tanstack/react-router';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Code, pretty } from '../ui/json-view.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import { useRead } from '../world/read.ts';
import { ModeName } from './mode-name.tsx';
import { RailRef, Ref } from './ref.tsx';

/** One callback with its body. */
export function CallbackPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const callback = useRead('/operator/callbacks/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('operator.callback.one')}
      list={{ to: '/operator/callbacks', name: t('operator.callback.title') }}
      record={callback}
      title={({ method, rail }) => `${method} · ${rail}`}
      facts={(record) => [
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('payments.rail'), <RailRef key="rail" slug={record.rail} />],
        [t('operator.callback.outcome'), t(`operator.callback.outcomeOf.${record.outcome}`)],
        [t('operator.callback.record'), record.record && <Ref key="record" id={record.record} />],
        [t('operator.callback.handle'), record.handle],
        [t('operator.callback.source'), record.source],
        [t('operator.callback.times'), record.times],
        [t('operator.callback.arrived'), <Time key="at" at={record.created_at} seconds />],
        [t('operator.callback.lastAt'), <Time key="last" at={record.last_at} seconds />],
        [t('shell.mode'), <ModeName key="mode" livemode={record.livemode} />],
      ]}
    >
      {({ body }) => (
        <Section title={t('operator.callback.body')}>
          <Code text={pretty(body)} name={t('operator.callback.body')} />
        </Section>
      )}
    </RecordPage>
  );
}
