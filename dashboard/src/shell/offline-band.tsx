import { onlineManager, type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { isFinal } from '../api/api-error.ts';
import { isReachable, lastAsked } from '../api/reachable.ts';
import { useTexts } from '../texts/use-texts.ts';
import { CloudOff } from '../ui/icons.ts';
import classes from './shell.module.css';

const ASK_MS = 5_000;
/** On the screen, and not read anew when it should have been. */
const old: QueryFilters = {
  type: 'active',
  predicate: ({ state }) => state.status === 'error' && state.data !== undefined && !isFinal(state.error),
};

/** What is on the screen may be old, and what is asked for waits: without a word both look like a service that is slow. */
export function OfflineBand() {
  const { t } = useTexts();
  const online = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  );
  const isAway = useIsAway();
  // There from the start: what is put into it later is read out.
  return (
    <div role="status" className={classes.offline}>
      {(!online || isAway) && (
        <>
          <CloudOff size={16} className={classes.offlineIcon} aria-hidden />
          <span>
            <strong>{t('shell.offline')}</strong> {t('shell.offlineAdvice')}
          </span>
        </>
      )}
    </div>
  );
}

/**
 * A browser may take itself to be online where nothing comes through: found where something was not read anew, or where a file of
 * the page did not come. What is old is read anew as soon as there is a service.
 */
function useIsAway(): boolean {
  const client = useQueryClient();
  const isOld = useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => client.getQueryCache().findAll(old).length > 0,
  );
  const isAway = useSyncExternalStore(lastAsked.subscribe, lastAsked.isAway) || isOld;
  useEffect(() => {
    if (!isAway) return;
    const timer = setInterval(async () => {
      if (onlineManager.isOnline() && (await isReachable())) client.refetchQueries(old);
    }, ASK_MS);
    return () => clearInterval(timer);
  }, [client, isAway]);
  return isAway;
}
