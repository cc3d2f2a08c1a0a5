import { Text } from '@mantine/core';
import type { OpeningRows as Rows } from '../../../contract/src/opening-balances.ts';
import { useTexts } from '../texts/use-texts.ts';
import { DownloadButton } from '../ui/download-button.tsx';
import { type Column, Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { Section } from '../ui/section.tsx';
import { Failure, Loading } from '../ui/states.tsx';
import { failureOf, useRead } from '../world/read.ts';
import { Ref } from './ref.tsx';

type Row = Rows['rows'][number] & { readonly id: string };

const PATH = '/operator/opening_balances/{id}/rows';

/** The first rows of an import for the operator who decides on it, and a file with all of them. */
export function OpeningRows({ approval }: { approval: string }) {
  const { t } = useTexts();
  const params = { id: approval };
  const read = useRead(PATH, { params });
  const columns: readonly Column<Row>[] = [
    { head: t('operator.opening.line'), cell: ({ line }) => String(line) },
    { head: t('operator.wallet'), cell: ({ wallet }) => <Ref id={wallet} />, line: 'name' },
    { head: t('record.reference'), cell: ({ reference }) => reference, line: 'state' },
    {
      head: t('record.amount'),
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      end: true,
      line: 'much',
    },
  ];
  const rowsOf = ({ rows }: Rows): Row[] => rows.map((row) => ({ ...row, id: String(row.line) }));
  return (
    <Section
      title={t('operator.opening.rows')}
      action={
        <DownloadButton path={PATH} params={params} file={`opening-${approval.slice(-6)}.csv`}>
          {t('operator.opening.download')}
        </DownloadButton>
      }
    >
      {failureOf(read) ? (
        <Failure error={read.error} retry={() => read.refetch()} />
      ) : read.data ? (
        <>
          {read.data.has_more && (
            <Text c="dimmed" size="sm">
              {t('operator.opening.first', { shown: read.data.rows.length, count: read.data.count })}
            </Text>
          )}
          <Table rows={rowsOf(read.data)} columns={columns} to={undefined} />
        </>
      ) : (
        <Loading rows={4} />
      )}
    </Section>
  );
}
