import { onlineManager } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import classes from './shell.module.css';

/** What is on the screen may be old, and what is asked for waits: without a word both look like a service that is slow. */
export function OfflineBand() {
  const { t } = useTexts();
  const online = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  );
  // There from the start: what is put into it later is read out.
  return (
    <div role="status" className={classes.offline}>
      {!online && (
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
