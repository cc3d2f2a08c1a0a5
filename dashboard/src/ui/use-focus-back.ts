import { useEffect, useState } from 'react';

/** For a dialog that exists only while it is open: returns the focus to its last place. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}
