import { useMemo, useState } from 'react';
import type { Schedule } from '../../../contract/src/schedules.ts';
import { Failure, Loading } from '../ui/states.tsx';
import { failureOf, useRead } from '../world/read.ts';
import { FromFile } from './from-file.tsx';
import type { Line } from './map-columns.ts';
import { Preview } from './preview.tsx';

/** The recipients of a schedule as lines, to be changed. A person approves them before the next run. */
export function FromSchedule({ id }: { id: string }) {
  const [fromFile, setFromFile] = useState(false);
  const schedule = useRead('/schedules/{id}', { params: { id } });
  const { data } = schedule;
  const lines = useMemo(() => (data ? linesOf(data) : null), [data]);
  if (failureOf(schedule)) return <Failure error={schedule.error} retry={() => schedule.refetch()} />;
  if (!data || !lines) return <Loading />;
  if (fromFile) return <FromFile schedule={data} />;
  return (
    <Preview
      file={data.name}
      first={lines}
      schedule={data}
      fixed={{ wallet: data.wallet, reference: data.name }}
      onSent={() => undefined}
      onOther={() => setFromFile(true)}
    />
  );
}

/** Their amounts are in the minor unit of the schedule's currency, so none is read as a person's text. */
const linesOf = ({ items, currency }: Schedule): readonly Line[] =>
  (items ?? []).map(({ recipient, amount, reference, description, name }, i) => ({
    line: i + 1,
    cells: {
      ...{ recipient, amount: String(amount), reference: reference ?? '' },
      ...{ description: description ?? '', name: name ?? '' },
    },
    misfit: null,
    before: { status: '', failure: '', currency },
  }));
