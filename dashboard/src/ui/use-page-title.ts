import { useEffect } from 'react';
import { service } from '../page.ts';

/** Sets the tab's title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${service.brand}`;
    // A screen reader announces this when the focus moves to the page.
    document.getElementById('main')?.setAttribute('aria-label', title);
  }, [title]);
}
