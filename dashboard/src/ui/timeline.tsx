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

/** The moments, the newest first. Steps of the same second are one entry: an outcome, then its other effects. */
export function Timeline({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={classes.timeline}>
      {momentsOf(steps).map(([main, ...others]) => (
        <li key={keyOf(main)} data-tone={main.tone}>
          <div>{main.what}</div>
          {others.map((step) => (
            <div key={keyOf(step)} className={classes.effect}>
              {step.what}
            </div>
          ))}
          <div className={classes.when}>
            <Time at={main.at} seconds />
          </div>
        </li>
      ))}
    </ol>
  );
}

type Moment = [main: Step, ...others: Step[]];

const keyOf = (step: Step) => step.key ?? `${step.at} ${String(step.what)}`;
const secondOf = ({ at }: Step) => at.slice(0, 19);

function momentsOf(steps: readonly Step[]): Moment[] {
  const moments: Moment[] = [];
  for (const step of steps) {
    const moment = moments.at(-1);
    if (!moment || secondOf(moment[0]) !== secondOf(step)) moments.push([step]);
    // The newest comes first, so the cause of a moment is its last step, or the one with a tone.
    else if (moment[0].tone && !step.tone) moment.splice(1, 0, step);
    else moment.unshift(step);
  }
  return moments;
}
