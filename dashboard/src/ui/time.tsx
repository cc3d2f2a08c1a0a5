import { formatDay, formatDistance, formatTime, formatTimeOnPaper } from './format.ts';

const utc = (at: string) => `${at.replace('T', ' ').replace(/\.\d+Z$/, '')} UTC`;

type TimeProps = { at: string | null; seconds?: boolean; onPaper?: boolean };

/** In the viewer's time zone, with UTC in the tooltip. */
export function Time({ at, seconds = false, onPaper = false }: TimeProps) {
  if (at === null) return <span>–</span>;
  return (
    <time dateTime={at} title={utc(at)}>
      {(onPaper ? formatTimeOnPaper : formatTime)(at, seconds)}
    </time>
  );
}

export function Distance({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${formatTime(at, true)} · ${utc(at)}`}>
      {formatDistance(at)}
    </time>
  );
}

/** A day without a time, `YYYY-MM-DD`; a dash if there is none. */
export const Day = ({ day }: { day: string | null }) =>
  day === null ? <span>–</span> : <time dateTime={day}>{formatDay(day)}</time>;
