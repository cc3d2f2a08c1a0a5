import { Text } from '@mantine/core';
import type { Hold } from '../../../contract/src/holds.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Table } from '../ui/list-page.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import { WalletLink } from '../ui/wallet-name.tsx';
import { useMayChange } from '../world/may-change.ts';
import { useRead } from '../world/read.ts';
import { DecideEscrow } from './decide-escrow.tsx';

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

/**
 * For a merchant who is one of the two. A decider finds the escrow in their own list, where it has the time of the
 * hold; everybody else gets an empty list.
 */
function Decide({ hold: { id, created_at: at } }: { hold: Hold }) {
  const query = { status: 'all', limit: 100, 'created_at[gte]': at, 'created_at[lte]': at } as const;
  const mine = useRead('/holds/escrows', { query }).data?.data.find((one) => one.id === id);
  return mine ? <DecideEscrow escrow={mine} /> : null;
}
