import { onlineManager, type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { isFinal } from '../api/api-error.ts';
import { isReachable, lastAsked } from '../api/reachable.ts';
import { useTexts } from '../texts/use-texts.ts';
import { CloudOff } from '../ui/icons.ts';
import classes from './shell.module.css';

const ASK_MS = 5_000;
/** Data that is on the screen but could not be refetched. */
const old: QueryFilters = {
  type: 'active',
  predicate: ({ state }) => state.status === 'error' && state.data !== undefined && !isFinal(state.error),
};

/** Says that the data may be old and that requests wait. Without it, an outage looks like a slow service. */
export function OfflineBand() {
  const { t } = useTexts();
  const online = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  );
  const isAway = useIsAway();
  // Always present: screen readers announce text that is inserted later.
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
 * A browser may report online without a connection. This is noticed when a refetch fails or a file of the page does not
 * load. Old data is refetched as soon as the service is reachable.
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
