import { formatDistance, formatTime } from './format.ts';

const utc = (at: string) => `${at.replace('T', ' ').replace(/\.\d+Z$/, '')} UTC`;

/** In the viewer's zone; UTC where the pointer rests. */
export function Time({ at, seconds = false }: { at: string | null; seconds?: boolean }) {
  if (at === null) return <span>–</span>;
  return (
    <time dateTime={at} title={utc(at)}>
      {formatTime(at, seconds)}
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
