import { useEffect } from 'react';
import { service } from '../page.ts';

/** The name of the tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${service.brand}`;
    // What a screen reader says when the keyboard comes to the page.
    document.getElementById('main')?.setAttribute('aria-label', title);
  }, [title]);
}
