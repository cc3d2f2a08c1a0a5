import { Anchor } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { RefreshCw } from '../ui/icons.ts';
import { oldPage } from '../ui/old-page.ts';
import classes from './shell.module.css';

/** Someone may be typing, so they decide when the page reloads. */
export function OldPageBand() {
  const { t } = useTexts();
  const isOld = useSyncExternalStore(oldPage.subscribe, oldPage.is);
  return (
    <div role="status" className={classes.offline}>
      {isOld && (
        <>
          <RefreshCw size={16} className={classes.offlineIcon} aria-hidden />
          <span>
            {t('ui.newer')}{' '}
            <Anchor component="button" type="button" underline="always" onClick={() => location.reload()}>
              {t('ui.loadNewer')}
            </Anchor>
          </span>
        </>
      )}
    </div>
  );
}
