import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './fold.module.css';
import { ChevronRight } from './icons.ts';

/** A part of a record that few people need: closed until someone opens it. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={classes.fold}>
      <summary>
        <ChevronRight size={16} aria-hidden />
        <Title order={2}>{title}</Title>
      </summary>
      {children}
    </details>
  );
}
