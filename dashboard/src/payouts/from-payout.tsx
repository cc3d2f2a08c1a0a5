import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { referenceAgain } from '../../../contract/src/reference-again.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { useCsv } from '../world/download.ts';
import { failureOf, useRead } from '../world/read.ts';
import { useWorldPath } from '../world/world.tsx';
import { linesOf, mapColumns } from './map-columns.ts';
import { Preview } from './preview.tsx';
import { readCsv } from './read-csv.ts';

/** The failed items of a payout as lines, to be checked and paid again from the same wallet. */
export function FromPayout({ id }: { id: string }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const worldPath = useWorldPath();
  const readAsCsv = useCsv();
  const payout = useRead('/payouts/{id}', { params: { id } });
  // The result file, read like every other file: the service's own column names, its status and its failures.
  const lines = useQuery({
    queryKey: ['failed-items', id],
    queryFn: async () => {
      const csv = await readAsCsv('/payouts/{id}/items', { id }, { status: 'failed' });
      const table = readCsv(new TextEncoder().encode(csv));
      return 'fault' in table ? [] : linesOf(table, mapColumns(table));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const failed = [payout, lines].find(failureOf);
  if (failed) return <Failure error={failed.error} retry={() => failed.refetch()} />;
  if (!payout.data || !lines.data) return <Loading />;
  if (lines.data.length === 0) return <Empty title={t('payroll.again.none')} />;
  return (
    <Preview
      file=""
      first={lines.data}
      fixed={{ wallet: payout.data.wallet, reference: referenceAgain(payout.data) }}
      onSent={() => undefined}
      onOther={() => navigate({ to: worldPath('/payouts/new'), replace: true })}
    />
  );
}
