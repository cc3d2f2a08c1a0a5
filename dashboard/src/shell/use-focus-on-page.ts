import { useEffect, useRef } from 'react';

/**
 * The row or link that was followed is gone, and the focus with it, so the next Tab would start at the top of the
 * navigation. With the focus on the page, a screen reader also announces the page.
 */
export function useFocusOnPage(path: string): void {
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
}
