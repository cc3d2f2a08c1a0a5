import type { WallTime } from './date-format.ts';
import { MAX_AGE_YEARS } from './limits.ts';

export type BookedTime = { readonly bookedOn: string; readonly at: Date | null } | { readonly fault: string };

/** Turns times of a file into local dates and instants. */
export type Clock = (wall: WallTime) => BookedTime;

/**
 * Makes the clock of a time zone. The zone of the machine plays no part.
 * @param timeZone IANA name, such as `Africa/Nairobi`
 * @param now dates after tomorrow, and dates of six years ago, belong to another calendar or format
 */
export function makeClock(timeZone: string, now: Date): Clock {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const latest = today.add({ days: 1 }).toString();
  const earliest = today.subtract({ years: MAX_AGE_YEARS }).toString();
  return (wall) => {
    if (wall.date > latest)
      return { fault: `${wall.date} is in the future. Check the date format and the calendar of the file` };
    if (wall.date < earliest)
      return { fault: `${wall.date} is more than ${MAX_AGE_YEARS} years ago. Check the calendar of the file` };
    return bookedTime(wall, timeZone);
  };
}

function bookedTime({ date, time, offset }: WallTime, timeZone: string): BookedTime {
  if (time === null) return { bookedOn: date, at: null };
  if (offset !== null) {
    const instant = Temporal.Instant.from(`${date}T${time}${offset}`);
    const bookedOn = instant.toZonedDateTimeISO(timeZone).toPlainDate().toString();
    return { bookedOn, at: new Date(instant.epochMilliseconds) };
  }
  const local = Temporal.PlainDateTime.from(`${date}T${time}`);
  const zoned = local.toZonedDateTime(timeZone);
  // An hour that daylight saving time skips moves forward, so it does not come back as it was.
  if (!zoned.toPlainDateTime().equals(local))
    return { fault: `${date} ${time} does not exist in ${timeZone}. Check the time zone of the layout` };
  return { bookedOn: date, at: new Date(zoned.epochMilliseconds) };
}
