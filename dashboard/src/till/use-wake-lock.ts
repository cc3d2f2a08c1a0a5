import { useEffect } from 'react';

/** Keeps the screen on. A browser ends the lock when the tab is hidden, so it is taken again afterwards. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let left = false;
    const take = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused on a low battery: the till works without it.
      const taken = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (left) await taken?.release();
      else lock = taken;
    };
    take();
    document.addEventListener('visibilitychange', take);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', take);
      lock?.release().catch(() => undefined);
    };
  }, [isWanted]);
}
