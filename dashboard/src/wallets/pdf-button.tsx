import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { FileText } from '../ui/icons.ts';
import { loadPart } from '../ui/load-page.ts';
import { FormError } from '../ui/states.tsx';
import { saveFile } from '../world/download.ts';
import { useWorld } from '../world/world.tsx';
import type { Period } from './period.ts';
import { readStatement } from './read-statement.ts';

type PdfButtonProps = { wallet: string; period: Period; file: string };

/** The PDF code is loaded when someone asks for a file. */
export function PdfButton({ wallet, period, file }: PdfButtonProps) {
  const { t } = useTexts();
  const world = useWorld()!;
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const make = async () => {
    const [statement, { makePdf }] = await Promise.all([
      readStatement(world, wallet, period),
      loadPart(() => import('./statement-pdf.ts')),
    ]);
    saveFile(makePdf(statement, t), file);
  };
  const run = () => {
    setPending(true);
    setError(null);
    make()
      .catch(setError)
      .finally(() => setPending(false));
  };
  return (
    <>
      <Button variant="default" leftSection={<FileText size={16} />} loading={pending} onClick={run}>
        {t('wallets.pdf')}
      </Button>
      <FormError error={error} />
    </>
  );
}
