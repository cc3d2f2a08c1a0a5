import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import type { Hold } from '../../../contract/src/holds.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import { WalletLink } from '../ui/wallet-name.tsx';
import { useMayChange } from '../world/may-change.ts';
import { useRead } from '../world/read.ts';
import { CaptureDialog } from './capture-dialog.tsx';
import { HoldEscrow } from './hold-escrow.tsx';
import { HoldStatus } from './hold-status.tsx';
import { ReleaseHold } from './release-hold.tsx';

export function HoldPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const hold = useRead('/holds/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('holds.one')}
      list={{ to: '/holds', name: t('holds.title') }}
      record={hold}
      title={({ amount, currency }) => <Money amount={amount} currency={currency} />}
      status={({ status }) => <HoldStatus status={status} />}
      actions={(record) => <Actions hold={record} />}
      facts={({ currency, ...record }) => [
        [t('holds.remaining'), <Money key="left" amount={record.amount_remaining} currency={currency} />],
        [t('holds.captured'), <Money key="captured" amount={record.amount_captured} currency={currency} />],
        [t('holds.released'), <Money key="released" amount={record.amount_released} currency={currency} />],
        [t('holds.wallet'), <WalletLink key="wallet" id={record.wallet} />],
        [t('holds.to'), record.to ? <WalletLink key="to" id={record.to} /> : t('holds.toEach')],
        [t('holds.until'), <Time key="until" at={record.expires_at} />],
        [t('record.reference'), record.reference],
        [t('record.description'), record.description],
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
        [t('holds.ended'), record.ended_at && <Time at={record.ended_at} seconds />],
      ]}
    >
      {(record) => (
        <>
          <HoldEscrow hold={record} />
          <Captures hold={record} />
        </>
      )}
    </RecordPage>
  );
}

function Actions({ hold }: { hold: Hold }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [capturing, capture] = useDisclosure();
  if (hold.status !== 'open' || hold.escrow || !mayChange('money')) return null;
  return (
    <>
      <Button onClick={capture.open}>{t('holds.capture')}</Button>
      <ReleaseHold hold={hold} />
      {capturing && <CaptureDialog hold={hold} onClose={capture.close} />}
    </>
  );
}

function Captures({ hold }: { hold: Hold }) {
  const { t } = useTexts();
  if (hold.captures.length === 0) return null;
  return (
    <Section title={t('holds.captures')}>
      <Table
        rows={hold.captures.map((capture, i) => ({ ...capture, id: String(i) }))}
        to={undefined}
        columns={[
          {
            head: t('record.amount'),
            cell: ({ amount }) => <Money amount={amount} currency={hold.currency} />,
            end: true,
            line: 'much',
          },
          { head: t('holds.to'), cell: ({ to }) => <WalletLink id={to} plain />, line: 'name' },
          { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true, line: 'when' },
        ]}
      />
    </Section>
  );
}
