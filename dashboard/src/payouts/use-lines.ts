import { useBlocker } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { faultOf } from '../ui/states.tsx';
import { useWorld } from '../world/world.tsx';
import { amountOf, type Bounds, faultsOf } from './faults.ts';
import type { ColumnName } from './headings.ts';
import type { Line } from './map-columns.ts';
import { columnsWithFaults, type ServiceFaults, serviceFaultsOf } from './service-faults.ts';

type Rewritten = { readonly name: ColumnName; readonly texts: ReadonlyMap<number, string> };

/** The lines of a payout while someone corrects them, and their errors. */
export function useLines(first: readonly Line[], bounds: Bounds | null, currency: string | undefined) {
  const { t } = useTexts();
  const live = useWorld()?.mode === 'live';
  const [lines, setLines] = useState(first);
  const [serviceFaults, setServiceFaults] = useState<ServiceFaults>(new Map());
  // A line that had errors stays visible while it is corrected.
  const [flagged, setFlagged] = useState<ReadonlyMap<number, readonly ColumnName[]>>(() => failedBefore(first));
  const [changed, setChanged] = useState(false);
  const mayLeave = () => !changed || window.confirm(t('payroll.leave'));
  useBlocker({ shouldBlockFn: () => !mayLeave(), enableBeforeUnload: () => changed });

  const faults = useMemo(() => faultsOf(lines, bounds, { currency, live }), [lines, bounds, currency, live]);
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
  // The amounts as the file has them, where they were read otherwise: another currency has other decimals.
  const [written, setWritten] = useState<ReadonlyMap<number, string>>(new Map());
  // Lines that one click corrects need nobody's eyes: they join the good ones.
  const rewrite = ({ name, texts }: Rewritten) => {
    setChanged(true);
    if (name === 'amount') {
      const own = lines.filter(({ line }) => texts.has(line) && !written.has(line));
      setWritten(new Map([...written, ...own.map(({ line, cells }) => [line, cells.amount] as const)]));
    }
    setLines((before) =>
      before.map((one) => {
        const text = texts.get(one.line);
        return text === undefined ? one : { ...one, cells: { ...one.cells, [name]: text } };
      }),
    );
    setServiceFaults((before) => new Map([...before].filter(([at]) => !texts.has(at))));
  };
  /** A line for somebody who is not in the file. */
  const add = () => {
    const line = lines.reduce((most, one) => Math.max(most, one.line), 1) + 1;
    const cells = { recipient: '', amount: '', reference: '', description: '', name: '' };
    setChanged(true);
    setFlagged(new Map([...flags, [line, ['name', 'recipient', 'amount']]]));
    setLines([...lines, { line, cells, misfit: null, before: { status: '', failure: '', currency: '' } }]);
  };
  const restoreAmounts = () => {
    rewrite({ name: 'amount', texts: written });
    setWritten(new Map());
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
    add,
    rewrite,
    /** Whether amounts were read as people write them. */
    isReadAnew: written.size > 0,
    restoreAmounts,
    mayLeave,
    /** The lines were sent, so there is nothing to lose. */
    sent: () => setChanged(false),
    refused: (error: unknown) => setServiceFaults(serviceFaultsOf(error, lines, ({ param }) => faultOf(error, param))),
  };
}

export type Lines = ReturnType<typeof useLines>;

/** A person who could not be paid last time probably has another number now: the line is shown with that field. */
const failedBefore = (lines: readonly Line[]) =>
  new Map(
    lines
      .filter(({ before }) => ['recipient_not_found', 'recipient_cannot_receive'].includes(before.failure))
      .map(({ line }) => [line, ['recipient'] as readonly ColumnName[]]),
  );
