import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Go } from '../ui/go.tsx';
import { ChevronLeft } from '../ui/icons.ts';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { useMayChange } from '../world/may-change.ts';
import { ChooseFile } from './choose-file.tsx';
import classes from './payouts.module.css';
import { Preview } from './preview.tsx';
import type { Line } from './read-csv.ts';

/**
 * Reads and checks a file in the browser. Nothing is sent until every line is valid and the person has seen the total.
 */
export function NewPayoutPage() {
  const { t } = useTexts();
  const mayChange = useMayChange()('money');
  const [file, setFile] = useState<{ name: string; lines: readonly Line[] } | null>(null);
  return (
    <>
      <PageHead
        title={t('payouts.new')}
        above={
          <Go to="/payouts" className={classes.back}>
            <ChevronLeft size={14} aria-hidden /> {t('payouts.title')}
          </Go>
        }
      />
      {mayChange === false ? (
        <Empty title={t('ui.notAllowed')}>{t('ui.lookOnly')}</Empty>
      ) : file ? (
        <Preview file={file.name} first={file.lines} onOther={() => setFile(null)} />
      ) : (
        <>
          <Text mb="md" maw="42rem">
            {t('payouts.newAdvice')}
          </Text>
          <ChooseFile onFile={(name, lines) => setFile({ name, lines })} />
        </>
      )}
    </>
  );
}
