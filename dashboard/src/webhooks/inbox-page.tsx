import { useEffect } from 'react';
import type { InboxEvent } from '../../../contract/src/inbox.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { useWorld } from '../world/world.tsx';
import { Signature } from './signature.tsx';
import classes from './webhooks.module.css';

/** The built-in receiver of a test integration: what arrived, and whether its signature is valid. */
export function InboxPage() {
  const { t } = useTexts();
  useOpenInbox();
  const columns: readonly Column<InboxEvent>[] = [
    { head: t('webhooks.event'), cell: ({ event_type }) => <code>{event_type}</code>, line: 'name' },
    { head: t('inbox.signature'), cell: ({ signature }) => <Signature signature={signature} />, line: 'state' },
    { head: t('webhooks.attempts'), cell: ({ attempts }) => attempts, wide: true },
    { head: t('inbox.received'), cell: ({ received_at }) => <Time at={received_at} />, end: true, line: 'when' },
  ];
  return (
    <>
      <PageHead title={t('inbox.title')} />
      <p className={classes.lead}>{t('inbox.lead')}</p>
      <ListPage
        path="/inbox"
        columns={columns}
        every={2_000}
        fixed={{ limit: '100' }}
        to={({ id }) => `/deliveries/${id}`}
        empty={<Empty title={t('inbox.none')}>{t('inbox.noneAdvice')}</Empty>}
      />
    </>
  );
}

/** An integration that is older than the inbox gets one when somebody opens this page. */
function useOpenInbox(): void {
  const world = useWorld()!;
  const mayOpen = useMayChange()('webhooks') === true && world.mode === 'test';
  const { run } = useChange('POST', '/inbox');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each integration
  useEffect(() => {
    if (mayOpen) run().catch(() => undefined);
  }, [world.integration, mayOpen]);
}
