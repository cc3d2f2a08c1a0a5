import { Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Money } from '../ui/money.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import { WalletLink } from '../ui/wallet-name.tsx';
import { useMayChange } from '../world/may-change.ts';
import { useRead } from '../world/read.ts';
import { DecideEscrow } from './decide-escrow.tsx';
import { HoldStatus } from './hold-status.tsx';

/** An escrow, often of another merchant, as one of its two deciders sees it. */
export function EscrowPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const mayChange = useMayChange();
  const escrow = useRead('/holds/{id}/escrow', { params: { id } });
  return (
    <RecordPage
      kind={t('holds.escrow.title')}
      list={{ to: '/escrows', name: t('holds.escrow.list') }}
      record={escrow}
      title={({ amount, currency }) => <Money amount={amount} currency={currency} />}
      status={({ status }) => <HoldStatus status={status} />}
      facts={(record) => [
        [t('holds.escrow.merchant'), record.merchant.name],
        [t('record.description'), record.description],
        [t('holds.escrow.mine'), t(`holds.escrow.is.${record.decision ?? 'none'}`)],
        [t('holds.escrow.other'), t(`holds.escrow.is.${record.other_decision ?? 'none'}`)],
        [t('holds.to'), record.to && <WalletLink id={record.to} />],
        [t('holds.until'), <Time key="until" at={record.expires_at} />],
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
        [t('holds.ended'), record.ended_at && <Time at={record.ended_at} seconds />],
      ]}
    >
      {(record) =>
        record.status === 'open' && (
          <Section title={t('holds.escrow.decision')}>
            <Text>{t(record.disputed ? 'holds.escrow.disputed' : 'holds.escrow.rule')}</Text>
            {mayChange('money') && <DecideEscrow escrow={record} />}
          </Section>
        )
      }
    </RecordPage>
  );
}
