import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ui.module.css';
import { usePageTitle } from './use-page-title.ts';

type PageHeadProps = {
  /** The name of the tab, and of the page. */
  title: string;
  /** In the place of the name, where the page shows more than words. */
  shown?: ReactNode;
  above?: ReactNode;
  /** What can be done here. */
  children?: ReactNode;
};

export function PageHead({ title, shown = title, above, children }: PageHeadProps) {
  usePageTitle(title);
  return (
    <header className={classes.head}>
      <div>
        {above}
        <Title order={1}>{shown}</Title>
      </div>
      <div className={classes.actions}>{children}</div>
    </header>
  );
}
