import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

const isAccount = (path: string | undefined) => path?.endsWith('/account') ?? false;

/**
 * Leads to the account's page and away from every other one.
 * @returns whether the page that is there must not be drawn: some lead on by themselves, and the two would go round in a circle
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
