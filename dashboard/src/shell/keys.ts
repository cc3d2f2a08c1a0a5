import { useEffect, useRef } from 'react';

/** Ignores keys while someone types, and keys that the browser uses. */
const isForUs = (event: KeyboardEvent) =>
  !event.defaultPrevented &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.altKey &&
  !(event.target as HTMLElement).closest(
    'input, textarea, select, [contenteditable], [role="dialog"], [role="radiogroup"]',
  );

/** ⌘K or Ctrl+K, also while someone types; not over a dialog. */
const isModK = (event: KeyboardEvent) =>
  event.key === 'k' && (event.metaKey || event.ctrlKey) && !document.querySelector('[role="dialog"]');

/** A key, or two in a row such as `g p`, or `mod+k`. */
export function useKey(keys: string, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const [first, second] = keys.split(' ');
    let waitsUntil = 0;
    const onKey = (event: KeyboardEvent) => {
      if (keys === 'mod+k' ? !isModK(event) : !isForUs(event)) return;
      const done =
        keys === 'mod+k' ||
        (second === undefined ? event.key === first : event.key === second && event.timeStamp < waitsUntil);
      waitsUntil = second !== undefined && event.key === first ? event.timeStamp + 1_000 : 0;
      if (!done) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [keys]);
}
