import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { WebhookEndpoint } from '../../../contract/src/webhooks.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Go } from '../ui/go.tsx';
import { Plus } from '../ui/icons.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { useMayChange } from '../world/may-change.ts';
import { useWorld } from '../world/world.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { HealthCell, LastAttempt, useHealth } from './health.tsx';
import classes from './webhooks.module.css';

export function EndpointsPage() {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [adding, add] = useDisclosure();
  const health = useHealth();
  const world = useWorld();
  const kinds = ({ events }: WebhookEndpoint) =>
    events.includes('*') ? t('webhooks.everyEvent') : t('webhooks.eventCount', { count: events.length });
  const columns: readonly Column<WebhookEndpoint>[] = [
    { head: t('webhooks.url'), cell: ({ url }) => url, line: 'name' },
    { head: t('record.status'), cell: ({ status }) => <Status status={status} />, line: 'state' },
    {
      head: t('webhooks.events'),
      cell: (endpoint) => <span title={endpoint.events.join('\n')}>{kinds(endpoint)}</span>,
      wide: true,
    },
    { head: t('record.description'), cell: ({ description }) => description ?? '–', wide: true },
    { head: t('health.title'), cell: ({ id }) => <HealthCell health={health.get(id)} />, line: 'much' },
    { head: t('health.last'), cell: ({ id }) => <LastAttempt health={health.get(id)} />, wide: true },
    {
      head: t('record.created'),
      cell: ({ created_at }) => <Time at={created_at} />,
      end: true,
      wide: true,
      line: 'when',
    },
  ];
  const button = (
    <Button leftSection={<Plus size={16} />} onClick={add.open}>
      {t('webhooks.add')}
    </Button>
  );
  return (
    <>
      <PageHead title={t('webhooks.title')}>
        {world?.mode === 'test' && (
          <Go to="/inbox" className={classes.toInbox}>
            {t('inbox.title')}
          </Go>
        )}
        {mayChange('webhooks') && button}
      </PageHead>
      <ListPage
        path="/webhooks"
        columns={columns}
        to={({ id }) => `/webhooks/${id}`}
        empty={<Empty title={t('webhooks.none')}>{t('webhooks.noneAdvice')}</Empty>}
      />
      {adding && <EndpointForm onClose={add.close} />}
    </>
  );
}
