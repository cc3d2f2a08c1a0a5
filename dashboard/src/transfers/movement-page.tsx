import { useParams } from '@tanstack/react-router';
import type { Movement } from '../../../contract/src/movements.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { formatMoney } from '../ui/format.ts';
import { Go } from '../ui/go.tsx';
import { Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { WalletLink } from '../ui/wallet-name.tsx';
import { useRead } from '../world/read.ts';
import { MovementTotals } from './movement-totals.tsx';

export function MovementPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const movement = useRead('/movements/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('transfers.movement')}
      list={{ to: '/movements', name: t('transfers.movements') }}
      record={movement}
      title={(record) => <MovementTotals movement={record} />}
      status={({ status }) => <Status status={status} />}
      facts={(record) => [
        [t('transfers.reverses'), record.reverses && <Go to={`/transfers/${record.reverses}`}>{record.reverses}</Go>],
        [t('record.reference'), record.reference],
        [t('record.description'), record.description],
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
      ]}
    >
      {(record) => <Legs movement={record} />}
    </RecordPage>
  );
}

type Leg = { readonly rule: string | null };

function Legs({ movement }: { movement: Movement }) {
  const { t } = useTexts();
  const debits = movement.debits.map(({ sweep, ...leg }) => ({
    ...leg,
    rule: sweep && t('transfers.sweep', { amount: formatMoney(sweep.max, leg.currency) }),
  }));
  const credits = movement.credits.map(({ remainder, ...leg }) => ({
    ...leg,
    rule: remainder ? t('transfers.remainder') : null,
  }));
  return [
    { name: t('transfers.debits'), legs: debits },
    { name: t('transfers.credits'), legs: credits },
  ].map(({ name, legs }) => (
    <Section key={name} title={name}>
      <Table
        rows={legs.map((leg) => ({ ...leg, id: leg.wallet }))}
        to={undefined}
        columns={[
          { head: t('transfers.wallet'), cell: ({ wallet }) => <WalletLink id={wallet} />, line: 'name' },
          ...(legs.some(({ rule }) => rule)
            ? [{ head: t('transfers.rule'), cell: ({ rule }: Leg) => rule ?? '–', line: 'when' as const }]
            : []),
          {
            head: t('record.amount'),
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
            end: true,
            line: 'much',
          },
        ]}
      />
    </Section>
  ));
}
