import type { Entry } from '../../../contract/src/wallets.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { Ref } from './ref.tsx';

/** Each line links to its posting. */
export function Statement({ wallet }: { wallet: string }) {
  const { t } = useTexts();
  const signed = ({ direction, amount }: Entry) => (direction === 'debit' ? -amount : amount);
  const columns: readonly Column<Entry>[] = [
    { head: t('operator.kind'), cell: ({ kind }) => t(`operator.entryOf.${kind}`) },
    {
      head: t('record.amount'),
      cell: (entry) => <Money amount={signed(entry)} currency={entry.currency} />,
      end: true,
    },
    {
      head: t('operator.balanceAfter'),
      cell: ({ balance_after, currency }) => <Money amount={balance_after} currency={currency} />,
      end: true,
    },
    { head: t('record.customer'), cell: ({ about }) => about?.name ?? about?.customer ?? '–', wide: true },
    { head: t('record.reference'), cell: ({ about }) => about?.reference ?? '–', wide: true },
    { head: t('operator.source'), cell: ({ source }) => <Ref id={source} />, wide: true },
    { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} seconds />, end: true, wide: true },
  ];
  return (
    <Section title={t('operator.statement')}>
      <ListPage
        path="/operator/wallets/{id}/entries"
        params={{ id: wallet }}
        columns={columns}
        to={({ id }) => `/operator/postings/${id}`}
        empty={<Empty title={t('operator.noEntries')} />}
      />
    </Section>
  );
}
