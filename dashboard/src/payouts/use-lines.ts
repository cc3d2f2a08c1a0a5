import { useBlocker } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { sayFault } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { amountOf, type Bounds, faultsOf } from './faults.ts';
import type { ColumnName, Line } from './read-csv.ts';
import { columnsWithFaults, type ServiceFaults, serviceFaultsOf } from './service-faults.ts';

/** The lines of a payout while someone corrects them, and their errors. */
export function useLines(first: readonly Line[], bounds: Bounds | null, currency: string | undefined) {
  const { t } = useTexts();
  const [lines, setLines] = useState(first);
  const [serviceFaults, setServiceFaults] = useState<ServiceFaults>(new Map());
  // A line that had errors stays visible while it is corrected.
  const [flagged, setFlagged] = useState<ReadonlyMap<number, readonly ColumnName[]>>(new Map());
  const [changed, setChanged] = useState(false);
  const mayLeave = () => !changed || window.confirm(t('payouts.leave'));
  useBlocker({ shouldBlockFn: () => !mayLeave(), enableBeforeUnload: () => changed });

  const faults = useMemo(() => faultsOf(lines, bounds, currency), [lines, bounds, currency]);
  const flags = new Map(flagged);
  for (const [line, bad] of [...faults, ...serviceFaults]) {
    flags.set(line, [...new Set([...(flags.get(line) ?? []), ...columnsWithFaults(bad)])]);
  }
  const change = (line: number, name: ColumnName, value: string) => {
    setChanged(true);
    setFlagged(flags);
    setLines((before) =>
      before.map((one) => (one.line === line ? { ...one, cells: { ...one.cells, [name]: value } } : one)),
    );
    setServiceFaults((before) => new Map([...before].filter(([at]) => at !== line)));
  };
  const remove = (gone: ReadonlySet<number>) => {
    setChanged(true);
    setFlagged(new Map([...flags].filter(([at]) => !gone.has(at))));
    setLines((before) => before.filter((one) => !gone.has(one.line)));
    // The service's errors are about the request with this line. It reports the others again.
    setServiceFaults(new Map());
  };
  return {
    lines,
    total: lines.reduce((sum, { cells }) => sum + (amountOf(cells.amount) ?? 0n), 0n),
    faults,
    serviceFaults,
    /** The columns that have or had errors, by line. */
    flags,
    badLines: new Set([...faults.keys(), ...serviceFaults.keys()]),
    change,
    remove,
    mayLeave,
    /** The lines were sent, so there is nothing to lose. */
    sent: () => setChanged(false),
    refused: (error: unknown) => setServiceFaults(serviceFaultsOf(error, lines, sayFault)),
  };
}

export type Lines = ReturnType<typeof useLines>;
