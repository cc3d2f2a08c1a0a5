import type { ReactNode } from 'react';
import { Time } from './time.tsx';
import classes from './ui.module.css';

export type Step = {
  readonly at: string;
  readonly what: ReactNode;
  readonly tone?: 'ok' | 'bad' | 'wait';
  /** Needed if time and text do not identify a step. */
  readonly key?: string;
};

/** The steps, the newest first. */
export function Timeline({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={classes.timeline}>
      {steps.map((step) => (
        <li key={step.key ?? `${step.at} ${String(step.what)}`} data-tone={step.tone}>
          <div>{step.what}</div>
          <div className={classes.when}>
            <Time at={step.at} seconds />
          </div>
        </li>
      ))}
    </ol>
  );
}
