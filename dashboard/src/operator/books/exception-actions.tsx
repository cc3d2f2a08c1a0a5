import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CaseDetail } from '../../../../contract/src/cases.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { useMay } from '../rights.ts';
import { readException } from './read-exception.ts';
import { ResolveDialog } from './resolve-dialog.tsx';
import { TimingDialog } from './timing-dialog.tsx';

/** The acts that resolve an exception. A match is made beside its candidate. */
export function ExceptionActions({ record }: { record: CaseDetail }) {
  const { t } = useTexts();
  const may = useMay();
  const [opened, open] = useState<'resolve' | 'timing' | null>(null);
  const exception = readException(record);
  if (!exception || !may('money')) return null;
  // A difference of a matched pair does not go away with time.
  const mayWait = exception.kind !== 'amount_differs' && exception.kind !== 'fee_differs';
  const close = () => open(null);
  return (
    <>
      {record.actions.includes('mark_timing') && mayWait && (
        <Button variant="default" onClick={() => open('timing')}>
          {t('books.timing')}
        </Button>
      )}
      {record.actions.includes('resolve') && <Button onClick={() => open('resolve')}>{t('books.resolve')}</Button>}
      {opened === 'timing' && <TimingDialog record={record} onClose={close} />}
      {opened === 'resolve' && <ResolveDialog record={record} exception={exception} onClose={close} />}
    </>
  );
}
