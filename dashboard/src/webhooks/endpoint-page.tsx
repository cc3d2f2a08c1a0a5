import '@mantine/core/styles/Tabs.css';
import { Tabs } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { useMayChange } from '../world/may-change.ts';
import { useRead } from '../world/read.ts';
import { DeadLetters } from './dead-letters.tsx';
import { Deliveries } from './deliveries.tsx';
import { DisabledEndpoint } from './disabled-endpoint.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointHealth } from './health.tsx';
import { Replays } from './replays.tsx';
import classes from './webhooks.module.css';

const tabs = ['deliveries', 'dead', 'replays'] as const;
type Tab = (typeof tabs)[number];

export function EndpointPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { id } = useParams({ strict: false }) as { id: string };
  const { tab = 'deliveries' } = useSearch({ strict: false }) as { tab?: Tab };
  const mayChange = useMayChange();
  const endpoint = useRead('/webhooks/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('webhooks.one')}
      list={{ to: '/webhooks', name: t('webhooks.title') }}
      record={endpoint}
      title={({ url }) => <span className={classes.url}>{url}</span>}
      status={({ status }) => <Status status={status} />}
      actions={(record) => mayChange('webhooks') && <EndpointActions endpoint={record} />}
      facts={(record) => [
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('webhooks.events'), record.events.includes('*') ? t('webhooks.everyEvent') : record.events.join(', ')],
        [t('webhooks.disabledReason'), record.disabled_reason],
        [t('record.description'), record.description],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
      ]}
    >
      {(record) => (
        <>
          <DisabledEndpoint endpoint={record} mayChange={mayChange('webhooks') === true} />
          <EndpointHealth endpoint={record.id} />
          <Tabs
            mt="xl"
            value={tab}
            onChange={(next) => navigate({ to: '.', search: (next === 'deliveries' ? {} : { tab: next }) as never })}
            keepMounted={false}
          >
            <Tabs.List mb="md">
              {tabs.map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {t(`webhooks.tab.${name}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="deliveries">
              <Deliveries endpoint={record.id} />
            </Tabs.Panel>
            <Tabs.Panel value="dead">
              <DeadLetters endpoint={record} />
            </Tabs.Panel>
            <Tabs.Panel value="replays">
              <Replays endpoint={record.id} />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </RecordPage>
  );
}
