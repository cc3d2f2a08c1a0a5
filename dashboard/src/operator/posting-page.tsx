import { useParams } from '@tanstack/react-router';
import type { Posting } from '../../../contract/src/operator-reads.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Facts } from '../ui/facts.tsx';
import { Go } from '../ui/go.tsx';
import { Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import { useRead } from '../world/read.ts';
import { ModeName } from './mode-name.tsx';
import { Ref } from './ref.tsx';

/** Both sides of a posting, its cause, the related postings, and the events that were sent. */
export function PostingPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const posting = useRead('/operator/postings/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('operator.posting')}
      list={{ to: '/operator/ledger', name: t('operator.page.ledger') }}
      record={posting}
      title={({ amount, currency }) => <Money amount={BigInt(amount)} currency={currency} />}
      facts={(record) => [
        [t('operator.kind'), t(`operator.entryOf.${record.kind}`)],
        [t('shell.mode'), <ModeName key="mode" livemode={record.livemode} />],
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
      ]}
    >
      {(record) => (
        <>
          <Sides posting={record} />
          <Cause cause={record.cause} related={record.related} />
          {record.events.length > 0 && (
            <Section title={t('operator.events')}>
              <Table
                rows={record.events}
                to={undefined}
                columns={[
                  { head: t('operator.type'), cell: ({ type }) => <code>{type}</code> },
                  { head: t('operator.integration'), cell: (one) => one.integration && <Ref id={one.integration} /> },
                  { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} seconds />, end: true },
                ]}
              />
            </Section>
          )}
        </>
      )}
    </RecordPage>
  );
}

function Sides({ posting }: { posting: Posting }) {
  const { t } = useTexts();
  const sides = (['debit', 'credit'] as const).map((side) => ({ id: side, ...posting[side] }));
  return (
    <Section title={t('operator.sides')}>
      <Table
        rows={sides}
        to={undefined}
        columns={[
          { head: t('operator.direction'), cell: ({ id }) => t(`operator.sideOf.${id}`) },
          {
            head: t('operator.wallet'),
            cell: ({ wallet, owner }) =>
              owner.type === 'system' ? <Go to={`/operator/ledger/${wallet}`}>{owner.id}</Go> : <Ref id={wallet} />,
          },
          {
            head: t('operator.owner'),
            cell: ({ owner }) => (owner.type === 'system' ? t('operator.system') : <Ref id={owner.id} />),
            wide: true,
          },
          {
            head: t('operator.balanceAfter'),
            cell: ({ balance_after }) => <Money amount={balance_after} currency={posting.currency} />,
            end: true,
          },
        ]}
      />
    </Section>
  );
}

function Cause({ cause, related }: { cause: Posting['cause']; related: readonly string[] }) {
  const { t } = useTexts();
  const ref = (id: string | null) => id && <Ref id={id} />;
  return (
    <Section title={t('operator.cause')}>
      <Facts
        facts={[
          [t('operator.source'), <Ref key="id" id={cause.id} />],
          [t('record.status'), cause.status],
          [t('record.reference'), cause.reference],
          [t('operator.integration'), ref(cause.integration)],
          [t('operator.merchant'), ref(cause.merchant)],
          [t('payments.one'), ref(cause.payment)],
          [t('payouts.one'), ref(cause.payout)],
          [t('operator.askedBy'), ref(cause.requested_by)],
          [t('operator.decidedBy'), ref(cause.decided_by)],
          [
            t('operator.related'),
            related.length > 0 &&
              related.map((id) => (
                <div key={id}>
                  <Ref id={id} />
                </div>
              )),
          ],
        ]}
      />
    </Section>
  );
}
