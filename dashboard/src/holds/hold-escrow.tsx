import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Hold } from '../../../contract/src/holds.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { formatMoney } from '../ui/format.ts';
import { Table } from '../ui/list-page.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import { WalletLink } from '../ui/wallet-name.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { useRead } from '../world/read.ts';
import { changesOfHold } from './release-hold.tsx';

/** The two who end an escrow, with their decisions. */
export function HoldEscrow({ hold }: { hold: Hold }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const { escrow } = hold;
  if (!escrow) return null;
  return (
    <Section title={t('holds.escrow.title')}>
      <Text>{t(escrow.disputed ? 'holds.escrow.disputed' : 'holds.escrow.rule')}</Text>
      <Table
        rows={escrow.deciders.map((decider) => ({ ...decider, id: decider.wallet }))}
        to={undefined}
        columns={[
          { head: t('holds.escrow.decider'), cell: ({ wallet }) => <WalletLink id={wallet} plain />, line: 'name' },
          {
            head: t('holds.escrow.decision'),
            cell: ({ decision }) => t(`holds.escrow.is.${decision ?? 'none'}`),
            line: 'much',
          },
          {
            head: t('holds.escrow.at'),
            cell: ({ decided_at }) => (decided_at ? <Time at={decided_at} /> : '–'),
            end: true,
            line: 'when',
          },
        ]}
      />
      {hold.status === 'open' && mayChange('money') && <Decide hold={hold} />}
    </Section>
  );
}

type Decision = 'release' | 'return';

/** For a merchant who is one of the two. */
function Decide({ hold }: { hold: Hold }) {
  const { t } = useTexts();
  const [asked, ask] = useState<Decision>('release');
  const [asking, setAsking] = useState(false);
  const wallets = useRead('/wallets', { query: { limit: 100 } }).data?.data ?? [];
  const decide = useChange('POST', '/holds/{id}/decide', changesOfHold);
  const mine = hold.escrow!.deciders.find(({ wallet }) => wallets.some(({ id }) => id === wallet));
  if (!mine) return null;
  const amount = formatMoney(hold.amount, hold.currency);
  const close = () => setAsking(false);
  const open = (decision: Decision) => () => {
    ask(decision);
    setAsking(true);
  };
  const run = () => decide.run({ params: { id: hold.id }, body: { decision: asked } }).then(close, () => undefined);
  return (
    <Group mt="md">
      <Button disabled={mine.decision === 'release'} onClick={open('release')}>
        {t('holds.escrow.release')}
      </Button>
      <Button variant="default" disabled={mine.decision === 'return'} onClick={open('return')}>
        {t('holds.escrow.return')}
      </Button>
      <Confirm
        opened={asking}
        onClose={close}
        title={t(`holds.escrow.${asked}Title`)}
        act={t(`holds.escrow.${asked}`)}
        danger={false}
        pending={decide.isPending}
        error={decide.error}
        onConfirm={run}
      >
        {t(`holds.escrow.${asked}Text`, { amount })}
      </Confirm>
    </Group>
  );
}
