import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

const isAccount = (path: string | undefined) => path?.endsWith('/account') ?? false;

/**
 * Redirects every page to the account page.
 * @returns whether the current page must not be drawn: some pages redirect too, and the two would loop
 */
export function useHeldBack(needsSetUp: boolean, path: string): boolean {
  const navigate = useNavigate();
  const drawn = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const elsewhere = needsSetUp && !isAccount(path);
  useEffect(() => {
    if (elsewhere) navigate({ to: '/account', replace: true });
  }, [elsewhere, navigate]);
  return elsewhere || (needsSetUp && !isAccount(drawn));
}
