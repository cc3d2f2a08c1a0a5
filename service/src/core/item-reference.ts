import { hash } from 'node:crypto';
import { encodeRandom, type Id, isId } from './id.ts';

/**
 * The reference under which a provider knows an item of a scheduled run. The same run gives the same references in
 * every copy of the database, so a provider recognises an item that it has paid before a restore.
 *
 * It has the form of an item's id, which all rails, callback addresses and readers of statements accept. It begins with
 * 7: an id would do so in the year 9770.
 */
export type ItemReference = Id<'pit'>;

const START = 'pit_7';
/** 125 bits. */
const CHARACTERS = 25;

const derive = (name: string): ItemReference =>
  `${START}${encodeRandom(hash('sha256', name, 'buffer').subarray(0, CHARACTERS))}`;

/** A run: its schedule, and the day on which it is due in the schedule's time zone. */
export type ScheduledRun = { readonly schedule: string; readonly day: string };

/**
 * The references of a run's items. An item is named by its recipient, and by its place among the items of the same
 * recipient: items that are added, removed or put into another order leave the others' references as they are. The
 * amount does not count, so a changed item is not paid beside the first one.
 */
export function itemReferences({ schedule, day }: ScheduledRun, recipients: readonly string[]): ItemReference[] {
  const counts = new Map<string, number>();
  return recipients.map((recipient) => {
    const place = (counts.get(recipient) ?? 0) + 1;
    counts.set(recipient, place);
    return derive(`${schedule} ${day} ${recipient} ${place}`);
  });
}

/** The reference of the next attempt, after this one has failed. */
export const nextReference = (reference: string): ItemReference => derive(`${reference} again`);

/** Whether this names an item as a provider does. Its id has an earlier time. */
export const isItemReference = (text: string): text is ItemReference => isId('pit', text) && text.startsWith(START);
