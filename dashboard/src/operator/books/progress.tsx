import { locale } from '../../texts/texts.ts';
import classes from './books.module.css';

/** A progress bar with its percentage in words. `part` is from 0 to 1. */
export function Progress({ label, part }: { label: string; part: number }) {
  const percent = new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(part);
  return (
    <div>
      <div className={classes.progressText}>
        <span>{label}</span> <span>{percent}</span>
      </div>
      <progress className={classes.progress} aria-label={label} max={1} value={part} />
    </div>
  );
}
