import { useEffect, useRef } from 'react';

/**
 * The row or link that led here is gone, and the keyboard with it: the next Tab would begin at the top of the navigation. A screen
 * reader says which page it is.
 */
export function useFocusOnPage(path: string): void {
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
}
