import type { ReactNode } from 'react';
import { Go } from './go.tsx';
import { ChevronLeft } from './icons.ts';
import { PageHead } from './page-head.tsx';
import classes from './ui.module.css';

type RecordHeadProps = {
  /** The title of the tab. */
  title: string;
  /** Shown large: an amount, a name, a status. */
  shown: ReactNode;
  /** Shown below: a customer. */
  who?: ReactNode;
  /** The list that contains the record. */
  list: { readonly to: string; readonly name: string };
  /** The actions. */
  children?: ReactNode;
};

/** The head of one record: the way back to its list, its title and its actions. */
export const RecordHead = ({ title, shown, who, list, children }: RecordHeadProps) => (
  <PageHead
    title={title}
    shown={<span className={classes.recordTitle}>{shown}</span>}
    below={who && <div className={classes.who}>{who}</div>}
    above={
      <Go to={list.to} className={classes.back}>
        <ChevronLeft size={14} aria-hidden /> {list.name}
      </Go>
    }
  >
    {children}
  </PageHead>
);
