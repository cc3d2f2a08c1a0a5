import { Button } from '@mantine/core';
import { useState } from 'react';
import type { StatementLayout } from '../../../../contract/src/statement-layouts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Table } from '../../ui/list-page.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { failureOf, useRead } from '../../world/read.ts';
import { useMay } from '../rights.ts';
import classes from './books.module.css';
import { LayoutDialog } from './layout-dialog.tsx';

/** The layouts of statement files. One that comes with the service is copied and changed. */
export function LayoutsPage() {
  const { t } = useTexts();
  const may = useMay();
  const [copied, copy] = useState<StatementLayout | null>(null);
  const layouts = useRead('/operator/statement_layouts');
  const failure = failureOf(layouts);
  return (
    <>
      <PageHead title={t('books.layouts')} />
      <p className={classes.says}>{t('books.layoutsAdvice')}</p>
      {failure ? (
        <Failure error={failure} retry={() => layouts.refetch()} />
      ) : layouts.data ? (
        <Table
          rows={layouts.data.data.map((layout) => ({ ...layout, id: layout.name }))}
          to={undefined}
          columns={[
            { head: t('operator.name'), cell: ({ name }) => name },
            { head: t('books.format'), cell: ({ layout }) => layout.format },
            { head: t('books.timeZone'), cell: ({ layout }) => layout.time_zone },
            { head: t('books.origin'), cell: ({ provided }) => t(provided ? 'books.provided' : 'books.ownLayout') },
            ...(may('money')
              ? [
                  {
                    head: t('books.act'),
                    cell: (layout: StatementLayout) => (
                      <Button variant="default" size="compact-xs" onClick={() => copy(layout)}>
                        {t('books.tryOrCopy')}
                      </Button>
                    ),
                  },
                ]
              : []),
          ]}
        />
      ) : (
        <Loading rows={6} />
      )}
      {copied && <LayoutDialog of={copied} onClose={() => copy(null)} />}
    </>
  );
}
