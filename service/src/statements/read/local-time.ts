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
  const bookedTime = makeBookedTime(timeZone);
  return (wall) => {
    if (wall.date > latest)
      return { fault: `${wall.date} is in the future. Check the date format and the calendar of the file` };
    if (wall.date < earliest)
      return { fault: `${wall.date} is more than ${MAX_AGE_YEARS} years ago. Check the calendar of the file` };
    return bookedTime(wall);
  };
}

function makeBookedTime(timeZone: string): Clock {
  // A conversion takes 6 µs, and rows of the same minute follow each other. No zone changes within a minute.
  let minute = '';
  let minuteStart: number | null = null;
  return ({ date, time, offset }) => {
    if (time === null) return { bookedOn: date, at: null };
    if (offset !== null) {
      const instant = Temporal.Instant.from(`${date}T${time}${offset}`);
      const bookedOn = instant.toZonedDateTimeISO(timeZone).toPlainDate().toString();
      return { bookedOn, at: new Date(instant.epochMilliseconds) };
    }
    const wanted = `${date}T${time.slice(0, 5)}`;
    if (wanted !== minute) {
      minute = wanted;
      minuteStart = epochOf(wanted, timeZone);
    }
    if (minuteStart === null)
      return { fault: `${date} ${time} does not exist in ${timeZone}. Check the time zone of the layout` };
    return { bookedOn: date, at: new Date(minuteStart + Math.round(Number(time.slice(6)) * 1000)) };
  };
}

/** Milliseconds since 1970; null for an hour that daylight saving time skips. A repeated hour counts as its first. */
function epochOf(local: string, timeZone: string): number | null {
  const plain = Temporal.PlainDateTime.from(local);
  const zoned = plain.toZonedDateTime(timeZone);
  // A skipped hour moves forward, so it does not come back as it was.
  return zoned.toPlainDateTime().equals(plain) ? zoned.epochMilliseconds : null;
}
