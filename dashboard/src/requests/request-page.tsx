import { Anchor } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { addressAt } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Go } from '../ui/go.tsx';
import { Code, pretty } from '../ui/json-view.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import { useRead } from '../world/read.ts';
import { askedBy, Outcome } from './outcome.tsx';

export function RequestPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const request = useRead('/request_logs/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('requests.one')}
      list={{ to: '/requests', name: t('requests.title') }}
      record={request}
      title={({ method, path }) => `${method} ${path}`}
      status={({ status }) => <Outcome status={status} />}
      facts={(record) => [
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('requests.error'), record.error_code && <ErrorLink code={record.error_code} />],
        [
          t('requests.by'),
          record.api_key ? (
            <Go key="by" to="/keys">
              {askedBy(record)}
            </Go>
          ) : (
            askedBy(record)
          ),
        ],
        [
          t('requests.idempotencyKey'),
          record.idempotency_key && (
            <Go to="/requests" search={{ idempotency_key: record.idempotency_key }}>
              {record.idempotency_key}
            </Go>
          ),
        ],
        [t('requests.address'), record.address],
        [t('requests.duration'), `${record.duration_ms} ms`],
        [t('requests.at'), <Time key="at" at={record.created_at} seconds />],
      ]}
    >
      {({ request_body, response_body }) => (
        <>
          <Body title={t('requests.requestBody')} text={request_body} />
          <Body title={t('requests.responseBody')} text={response_body} />
        </>
      )}
    </RecordPage>
  );
}

/** A link to the page of the error code: its meaning and what to do. */
function ErrorLink({ code }: { code: string }) {
  return (
    <Anchor
      href={addressAt(`/docs/errors/${encodeURIComponent(code)}`)}
      target="_blank"
      rel="noreferrer"
      underline="always"
    >
      {code}
    </Anchor>
  );
}

function Body({ title, text }: { title: string; text: string | null }) {
  const { t } = useTexts();
  return (
    <Section title={title}>
      {text === null ? <p>{t('requests.noBody')}</p> : <Code text={pretty(text)} name={title} />}
    </Section>
  );
}
