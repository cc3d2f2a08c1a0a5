import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { Attempt, Delivery } from '../../../contract/src/webhooks.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Go } from '../ui/go.tsx';
import { RotateCcw } from '../ui/icons.ts';
import { Code, pretty } from '../ui/json-view.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { FormError } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Distance, Time } from '../ui/time.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { useRead } from '../world/read.ts';
import classes from './webhooks.module.css';

const linesOf = (headers: Record<string, string> | null) =>
  Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const isInbox = ({ endpoint_url }: Delivery) => endpoint_url === null;

export function DeliveryPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const mayChange = useMayChange();
  // The stream has no event for an attempt, so the page polls.
  const delivery = useRead('/deliveries/{id}', { params: { id }, refetchInterval: 2_000 });
  return (
    <RecordPage
      kind={t('webhooks.delivery')}
      list={{
        to: !delivery.data ? '/webhooks' : isInbox(delivery.data) ? '/inbox' : `/webhooks/${delivery.data.endpoint}`,
        name: delivery.data && isInbox(delivery.data) ? t('inbox.title') : t('webhooks.tab.deliveries'),
      }}
      record={delivery}
      title={({ event_type }) => event_type}
      status={({ status }) => <Status status={status} />}
      actions={(record) => mayChange('webhooks') && <Resend delivery={record} />}
      facts={(record) => [
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [
          t('webhooks.event'),
          <Go key="event" to={`/events/${record.event}`}>
            {record.event}
          </Go>,
        ],
        [
          t('webhooks.one'),
          <Go key="endpoint" to={isInbox(record) ? '/inbox' : `/webhooks/${record.endpoint}`}>
            {record.endpoint_url ?? t('inbox.title')}
          </Go>,
        ],
        [t('webhooks.next'), record.next_attempt_at && <Distance at={record.next_attempt_at} />],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
      ]}
    >
      {(record) =>
        record.attempts
          .toReversed()
          .map((attempt) => <AttemptView key={attempt.number} attempt={attempt} payload={record.payload} />)
      }
    </RecordPage>
  );
}

/** The request and the response, side by side. */
function AttemptView({ attempt, payload }: { attempt: Attempt; payload: string }) {
  const { t } = useTexts();
  const well = attempt.response_status !== null && attempt.response_status >= 200 && attempt.response_status < 300;
  return (
    <Section
      title={t('webhooks.attempt', { number: attempt.number })}
      action={
        <span className={classes.attempt}>
          <Status status={well ? 'succeeded' : 'failed'} />
          <span>{attempt.response_status ?? attempt.error?.class}</span>
          <span>{t('webhooks.ms', { ms: attempt.duration_ms })}</span>
          <Time at={attempt.at} seconds />
        </span>
      }
    >
      {attempt.error && <p>{attempt.error.message}</p>}
      <div className={classes.sides}>
        <div>
          <h3>{t('webhooks.request')}</h3>
          <div className={classes.headers}>
            <Code
              text={linesOf(attempt.request_headers)}
              name={t('webhooks.requestHeaders', { number: attempt.number })}
            />
          </div>
          <Code text={pretty(payload)} name={t('webhooks.requestBody', { number: attempt.number })} />
        </div>
        <div>
          <h3>{t('webhooks.response')}</h3>
          {attempt.response_status === null ? (
            <p>{t('webhooks.noResponse')}</p>
          ) : (
            <>
              <div className={classes.headers}>
                <Code
                  text={linesOf(attempt.response_headers)}
                  name={t('webhooks.responseHeaders', { number: attempt.number })}
                />
              </div>
              {attempt.response_body && (
                <Code
                  text={pretty(attempt.response_body)}
                  name={t('webhooks.responseBody', { number: attempt.number })}
                />
              )}
            </>
          )}
        </div>
      </div>
    </Section>
  );
}

function Resend({ delivery }: { delivery: Delivery }) {
  const { t } = useTexts();
  const resend = useChange('POST', '/deliveries/{id}/resend', ['/deliveries/{id}', '/webhooks/{id}/deliveries']);
  const endpoint = useRead('/webhooks/{id}', { params: { id: delivery.endpoint }, enabled: !isInbox(delivery) });
  // The service refuses to resend to a disabled endpoint. The endpoint's page enables it.
  if (endpoint.data?.status === 'disabled') {
    return <Go to={`/webhooks/${delivery.endpoint}`}>{t('webhooks.disabledTitle')}</Go>;
  }
  return (
    <>
      <FormError error={resend.error} />
      <Button
        variant="default"
        leftSection={<RotateCcw size={16} />}
        loading={resend.isPending}
        onClick={() => resend.run({ params: { id: delivery.id } }).catch(() => undefined)}
      >
        {t('webhooks.resend')}
      </Button>
    </>
  );
}
