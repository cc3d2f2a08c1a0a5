import type { ReactNode } from 'react';
import classes from './waits.module.css';

/** A line that says for whom a record waits, and until when. */
export const Waits = ({ children }: { children: ReactNode }) => <p className={classes.waits}>{children}</p>;
