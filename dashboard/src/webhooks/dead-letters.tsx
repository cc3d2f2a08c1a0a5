import { Button, Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import type { Delivery, WebhookEndpoint } from '../../../contract/src/webhooks.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { RotateCcw } from '../ui/icons.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Empty, FormError } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { lastAnswer } from './deliveries.tsx';
import { after, afterAll, KEPT_MS } from './kept.ts';
import classes from './webhooks.module.css';

const stale = ['/webhooks/{id}/deliveries', '/webhooks/{id}/replays'] as const;

/**
 * Deliveries that failed seven times, kept for 30 days after the last attempt. Some can be resent one by one, or all by
 * a replay.
 */
export function DeadLetters({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // The service refuses to resend to a disabled endpoint.
  const maySend = useMayChange()('webhooks') && endpoint.status === 'enabled';
  const resend = useChange('POST', '/deliveries/{id}/resend', stale);
  const choose = (ids: readonly string[], on: boolean) =>
    setChosen((before) => new Set([...[...before].filter((id) => !ids.includes(id)), ...(on ? ids : [])]));

  const resendChosen = async () => {
    for (const id of chosen) {
      const sent = await resend.run({ params: { id } }).catch(() => null);
      if (!sent) return;
      choose([id], false);
    }
  };
  const choice: Column<Delivery> = {
    head: t('webhooks.choose'),
    headCell: (rows) => <ChooseAll ids={rows.map(({ id }) => id)} chosen={chosen} choose={choose} />,
    line: 'much',
    end: true,
    cell: ({ id }) => (
      <Checkbox
        aria-label={t('webhooks.chooseOne', { id })}
        checked={chosen.has(id)}
        onChange={({ currentTarget }) => choose([id], currentTarget.checked)}
        className={classes.choose}
      />
    ),
  };
  const columns: readonly Column<Delivery>[] = [
    { head: t('webhooks.event'), line: 'name', cell: ({ event_type }) => <code>{event_type}</code> },
    { head: t('webhooks.answer'), line: 'state', cell: (delivery) => lastAnswer(delivery) },
    { head: t('webhooks.died'), line: 'when', cell: ({ updated_at }) => <Time at={updated_at} />, wide: true },
    { head: t('webhooks.keptUntil'), line: 'note', cell: ({ updated_at }) => <Time at={after(updated_at, KEPT_MS)} /> },
    ...(maySend ? [choice] : []),
  ];
  return (
    <>
      <div className={classes.bar}>
        <Text size="sm" c="dimmed">
          {t('webhooks.deadLead')}
        </Text>
        <div className={classes.attempt}>
          {maySend && chosen.size > 0 && (
            <Button size="xs" variant="default" loading={resend.isPending} onClick={resendChosen}>
              {t('webhooks.resendChosen', { count: chosen.size })}
            </Button>
          )}
          {maySend && <ReplayAll endpoint={endpoint} />}
        </div>
      </div>
      <FormError error={resend.error} />
      <ListPage
        path="/webhooks/{id}/deliveries"
        params={{ id: endpoint.id }}
        fixed={{ status: 'dead' }}
        columns={columns}
        every={2_000}
        to={({ id }) => `/deliveries/${id}`}
        empty={<Empty title={t('webhooks.noDead')}>{t('webhooks.noDeadAdvice')}</Empty>}
      />
    </>
  );
}

function ReplayAll({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useTexts();
  const [asking, setAsking] = useState(false);
  const replay = useChange('POST', '/webhooks/{id}/replay', stale);
  const replayAll = () =>
    replay
      .run({
        params: { id: endpoint.id },
        body: { since: afterAll(), status: 'dead' },
      })
      .then(
        () => setAsking(false),
        () => undefined,
      );
  return (
    <>
      <Button size="xs" leftSection={<RotateCcw size={14} />} onClick={() => setAsking(true)}>
        {t('webhooks.replayAll')}
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('webhooks.replayAll')}
        act={t('webhooks.replayAll')}
        danger={false}
        pending={replay.isPending}
        error={replay.error}
        onConfirm={replayAll}
      >
        {t('webhooks.replayAsk', { url: endpoint.url })}
      </Confirm>
    </>
  );
}

type ChooseAllProps = {
  ids: readonly string[];
  chosen: ReadonlySet<string>;
  choose: (ids: readonly string[], on: boolean) => void;
};

/** Chooses all rows of this page. */
function ChooseAll({ ids, chosen, choose }: ChooseAllProps) {
  const { t } = useTexts();
  const all = ids.every((id) => chosen.has(id));
  return (
    <Checkbox
      aria-label={t('webhooks.chooseAll')}
      checked={all}
      indeterminate={!all && ids.some((id) => chosen.has(id))}
      onChange={({ currentTarget }) => choose(ids, currentTarget.checked)}
      className={classes.choose}
    />
  );
}
