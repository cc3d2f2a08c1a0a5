import { Text } from '@mantine/core';
import type { Close, CloseItem } from '../../../../contract/src/closes.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Table } from '../../ui/list-page.tsx';
import { Money } from '../../ui/money.tsx';
import { Section } from '../../ui/section.tsx';
import { Day } from '../../ui/time.tsx';
import { Ref } from '../ref.tsx';
import { movementRows } from './close-movements.ts';

type Figures = Pick<Close, 'there' | 'here' | 'difference' | 'explained' | 'currency'>;
type CloseFiguresProps = { figures: Figures; items: readonly CloseItem[] };

/** Both sides of a day in one table, and the items that explain their difference to the unit. */
export function CloseFigures({ figures, items }: CloseFiguresProps) {
  const { t } = useTexts();
  const { there, here, difference, explained, currency } = figures;
  const money = (amount: bigint) => <Money amount={amount} currency={currency} />;
  const rows = [
    { id: 'opening', name: t('books.opening'), there: there.opening, here: here.opening, counts: null },
    ...movementRows(figures).map((row) => ({
      ...row,
      name: t(`books.lineOf.${row.id}`),
      counts: [row.countThere, row.countHere] as const,
    })),
    { id: 'closing', name: t('books.closing'), there: there.closing, here: here.closing, counts: null },
  ];
  return (
    <>
      <Section title={t('books.bothSides')}>
        <Table
          rows={rows}
          to={undefined}
          columns={[
            {
              head: t('books.movement'),
              cell: ({ name, counts }) => (counts ? name : <strong>{name}</strong>),
            },
            {
              head: t('books.countColumn'),
              cell: ({ counts }) => counts && countsText(counts),
              end: true,
            },
            { head: t('operator.atProvider'), cell: (row) => money(row.there), end: true },
            { head: t('books.clearing'), cell: (row) => money(row.here), end: true },
            { head: t('operator.difference'), cell: (row) => money(row.there - row.here), end: true },
          ]}
        />
      </Section>
      <Section title={t('books.explained')}>
        {explained.length === 0 ? (
          <Text c="dimmed">{t(difference === 0n ? 'books.nothingToExplain' : 'books.nothingExplains')}</Text>
        ) : (
          <Table
            rows={explained.map((sum) => ({ ...sum, id: sum.kind }))}
            to={undefined}
            columns={[
              { head: t('operator.kind'), cell: ({ kind }) => t(`books.itemOf.${kind}`) },
              { head: t('books.countColumn'), cell: ({ count }) => count, end: true },
              { head: t('books.since'), cell: ({ kind }) => <Day day={oldestOf(items, kind)} />, end: true },
              { head: t('record.amount'), cell: ({ amount }) => money(amount), end: true },
            ]}
          />
        )}
      </Section>
      {items.length > 0 && <CloseItems items={items} currency={currency} />}
    </>
  );
}

/** One number if both sides have as many; nothing for charges that are inside other lines. */
const countsText = ([there, here]: readonly [number, number]) =>
  there === here ? there || null : `${there} / ${here}`;

const oldestOf = (items: readonly CloseItem[], kind: CloseItem['kind']): string | null =>
  items
    .filter((item) => item.kind === kind)
    .reduce<string | null>((oldest, { day }) => (oldest === null || day < oldest ? day : oldest), null);

function CloseItems({ items, currency }: { items: readonly CloseItem[]; currency: string }) {
  const { t } = useTexts();
  return (
    <Section title={t('books.items')}>
      <Table
        rows={items.map((item, index) => ({ ...item, id: String(index) }))}
        to={undefined}
        columns={[
          { head: t('books.day'), cell: ({ day }) => <Day day={day} /> },
          { head: t('operator.kind'), cell: ({ kind }) => t(`books.itemOf.${kind}`) },
          { head: t('books.records'), cell: ({ record, match }) => <Ref id={record ?? match} /> },
          {
            head: t('record.amount'),
            cell: ({ amount }) => <Money amount={amount} currency={currency} />,
            end: true,
          },
        ]}
      />
      {items.length >= 200 && <Text mt="xs">{t('books.itemsCut')}</Text>}
    </Section>
  );
}
