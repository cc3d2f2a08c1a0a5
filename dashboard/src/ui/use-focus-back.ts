import { useEffect, useState } from 'react';

/** For a dialog that is there only while it is open: the keyboard goes on where it was before. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}
