import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { ExportFormat } from '../../../contract/src/exports.ts';
import type { PaymentTotals } from '../../../contract/src/payments.ts';
import { download } from '../api/request.ts';
import { locale } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Download } from '../ui/icons.ts';
import type { ToolsProps } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { SavedViews, SaveView, useViews } from '../ui/saved-views.tsx';
import { FormError } from '../ui/states.tsx';
import classes from '../ui/ui.module.css';
import { useChange } from '../world/change.ts';
import { saveFile } from '../world/download.ts';
import { failureOf, useRead } from '../world/read.ts';
import { useWorld } from '../world/world.tsx';

/** The totals of the filtered payments, their file and the saved views. Loaded after the rows. */
export function PaymentTools({ search, query, onChange }: ToolsProps) {
  const views = useViews('payments', search);
  return (
    <>
      <SavedViews of={views} onChange={onChange} />
      <div className={classes.tools}>
        <Totals query={query} />
        {views.save && <SaveView onSave={views.save} />}
        <DownloadRows key={JSON.stringify(query)} query={query} />
      </div>
    </>
  );
}

function Totals({ query }: Pick<ToolsProps, 'query'>) {
  const { t } = useTexts();
  const totals = useRead('/payments/totals', { query: query as never });
  // The list itself says why nothing could be read.
  if (!totals.data || failureOf(totals)) return <div className={classes.totals} />;
  const { exact, count, by_status: by, succeeded } = totals.data as PaymentTotals;
  const said = (number: number) => number.toLocaleString(locale());
  const open = by.pending + by.requires_action + by.processing + by.requires_capture;
  return (
    <section className={classes.totals} aria-live="polite" aria-label={t('find.totals')}>
      <strong>
        {exact ? t('find.count', { count, said: said(count) }) : t('find.countMore', { said: said(count) })}
      </strong>
      {succeeded.map(({ currency, amount }) => (
        <span key={currency}>
          <Money amount={amount} currency={currency} /> {t('find.received')}
        </span>
      ))}
      {by.failed > 0 && <span>{t('find.failed', { count: by.failed, said: said(by.failed) })}</span>}
      {open > 0 && <span>{t('find.open', { count: open, said: said(open) })}</span>}
    </section>
  );
}

/** The time between two looks at an export. */
const EVERY_MS = 1_000;

/** Creates a file of exactly these rows, and saves it when it is ready. Other filters begin again. */
function DownloadRows({ query }: Pick<ToolsProps, 'query'>) {
  const { t } = useTexts();
  const world = useWorld();
  const create = useChange('POST', '/exports', ['/exports']);
  const [made, setMade] = useState<{ id: string; format: ExportFormat } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const file = useRead('/exports/{id}', {
    params: { id: made?.id ?? '' },
    enabled: made !== null,
    refetchInterval: (record) => (record?.status === 'completed' || record?.status === 'failed' ? false : EVERY_MS),
  });
  const run = async (format: ExportFormat) => {
    setError(null);
    const filters = Object.fromEntries(Object.entries(query).filter(([, value]) => value));
    await create
      .run({ body: { resource: 'payments', format, filters } })
      .then(({ id }) => setMade({ id, format }), setError);
  };
  const save = async () => {
    const blob = await download('/exports/{id}/file', { world, params: { id: made!.id } });
    saveFile(blob, `payments-${new Date().toLocaleDateString('sv')}.${made!.format}`);
  };
  const record = made ? file.data : undefined;
  const isLost = failureOf(file);
  const isMaking = made !== null && !isLost && record?.status !== 'completed' && record?.status !== 'failed';
  if (record?.status === 'completed')
    return (
      <>
        <Button
          size="xs"
          leftSection={<Download size={14} aria-hidden />}
          onClick={() => save().then(() => setMade(null), setError)}
        >
          {t('find.saveFile', { count: record.rows, said: record.rows.toLocaleString(locale()) })}
        </Button>
        <FormError error={error} />
      </>
    );
  return (
    <>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<Download size={14} aria-hidden />} loading={isMaking}>
            {t('find.download')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={t('find.download')}>
          <Menu.Item onClick={() => run('xlsx')}>{t('find.xlsx')}</Menu.Item>
          <Menu.Item onClick={() => run('csv')}>{t('find.csv')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {record?.status === 'failed' && <span>{record.failure?.message}</span>}
      <FormError error={error ?? isLost} />
    </>
  );
}
