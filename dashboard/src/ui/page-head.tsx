import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ui.module.css';
import { usePageTitle } from './use-page-title.ts';

type PageHeadProps = {
  /** The title of the tab and of the page. */
  title: string;
  /** Replaces the title if the page shows more than text. */
  shown?: ReactNode;
  above?: ReactNode;
  below?: ReactNode;
  /** The actions of the page. */
  children?: ReactNode;
};

export function PageHead({ title, shown = title, above, below, children }: PageHeadProps) {
  usePageTitle(title);
  return (
    <header className={classes.head}>
      <div>
        {above}
        <Title order={1}>{shown}</Title>
        {below}
      </div>
      <div className={classes.actions}>{children}</div>
    </header>
  );
}
