import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Unreachable } from '../api/api-error.ts';
import { isReachable } from '../api/reachable.ts';
import { Failure } from './states.tsx';

const ASK_MS = 5_000;

/** In the place of a page that could not be shown. Drawn again it would fail again, as a file that did not come is remembered. */
export function PageFailure({ error }: { error: unknown }) {
  const again = () => location.reload();
  return error instanceof Unreachable ? <PageAway error={error} /> : <Failure error={error} retry={again} />;
}

/** Its file could not be fetched, which a browser remembers of a file: it is loaded anew as soon as there is a service again. */
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
