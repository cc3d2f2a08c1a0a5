import { Group } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTexts } from '../texts/use-texts.ts';
import { Facts } from '../ui/facts.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty, FormError } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { failureOf, useRead } from '../world/read.ts';
import { useAuditColumns } from './audit-columns.tsx';
import { PickFilter } from './pick-party.tsx';

export function AuditPage() {
  const { t } = useTexts();
  const columns = useAuditColumns();
  const { account, actor } = useSearch({ strict: false }) as { account?: string; actor?: string };
  return (
    <>
      <PageHead title={t('operator.page.audit')} />
      <Chain />
      <Group mb="md">
        <PickFilter name="account" label={t('operator.account')} kinds={['account']} />
        <PickFilter name="actor" label={t('operator.actor')} kinds={['account']} />
      </Group>
      <ListPage
        path="/operator/audit"
        columns={columns}
        fixed={{ ...(account ? { account } : {}), ...(actor ? { actor } : {}) }}
        filters={[
          { name: 'target', label: t('operator.target') },
          { name: 'action', label: t('operator.action') },
        ]}
        empty={<Empty title={t('operator.noAudit')} />}
      />
    </>
  );
}

/** Whether the log is intact: each row's hash covers the row before it. */
function Chain() {
  const { t } = useTexts();
  const read = useRead('/operator/audit/chain', { refetchInterval: 30_000 });
  const chain = read.data;
  if (!chain) return <FormError error={failureOf(read)} />;
  return (
    <Facts
      facts={[
        [
          t('operator.chain'),
          <Status key="whole" status={chain.whole === null ? 'running' : chain.whole ? 'whole' : 'broken'} />,
        ],
        [t('operator.chainLength'), chain.length],
        [
          t('operator.chainVerified'),
          chain.verified && (
            <>
              {chain.verified.to} · <Time at={chain.verified.at} />
            </>
          ),
        ],
        [
          t('operator.chainBreak'),
          chain.first_break && `${chain.first_break.seq}${t('ui.colon')}${chain.first_break.fault}`,
        ],
      ]}
    />
  );
}
