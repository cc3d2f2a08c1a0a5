import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ui.module.css';

export function Section({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <Title order={2}>{title}</Title>
        {action}
      </div>
      {children}
    </section>
  );
}
