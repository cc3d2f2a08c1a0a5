import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Unreachable } from '../api/api-error.ts';
import { isReachable } from '../api/reachable.ts';
import { Failure } from './states.tsx';

const ASK_MS = 5_000;

/**
 * Replaces a page that could not be shown. Drawing it again would fail again, because the browser remembers a failed
 * file.
 */
export function PageFailure({ error }: { error: unknown }) {
  const again = () => location.reload();
  return error instanceof Unreachable ? <PageAway error={error} /> : <Failure error={error} retry={again} />;
}

/**
 * The page's file could not be loaded, and the browser remembers that. The page reloads as soon as the service is
 * reachable.
 */
function PageAway({ error }: { error: Unreachable }) {
  useEffect(() => {
    const timer = setInterval(() => onlineManager.isOnline() && comeBack(), ASK_MS);
    const stop = onlineManager.subscribe((online) => online && comeBack());
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  return <Failure error={error} retry={comeBack} />;
}

async function comeBack(): Promise<void> {
  if (await isReachable()) location.reload();
}
