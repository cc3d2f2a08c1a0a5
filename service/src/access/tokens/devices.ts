import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { currentOf, type DataKey } from '../../kernel/data-key.ts';

/** How long a browser keeps the cookie: the most that browsers allow. */
export const DEVICE_SECONDS = 400 * 24 * 3600;
/** The most accounts that one browser is known to. The one with the oldest login is dropped. */
const MOST_ACCOUNTS = 5;
const ID_BYTES = 16;
const MAC_BYTES = 16;
const PART = '[A-Za-z0-9_-]{22}';
const FORM = new RegExp(`^${PART}(\\.${PART}){1,${MOST_ACCOUNTS}}$`);

/**
 * A browser that accounts logged in from. Its cookie holds a random id and a signature for each account, so that only
 * this service can tell whose browser it is.
 */
export type Devices = {
  /** The cookie of this browser after a login of the account. `cookie`: its present one. */
  remember(cookie: string | null, account: string): string;
  /** The device's id if the account logged in from it, or null. */
  recognise(cookie: string | null, account: string): string | null;
};

export function createDevices(pepper: DataKey): Devices {
  const signUnder = (key: Buffer, id: string, account: string) =>
    createHmac('sha256', key).update(`device ${id} ${account}`).digest().subarray(0, MAC_BYTES).toString('base64url');
  // A cookie of an older generation is accepted, and the next login signs it under the current one.
  const signs = (id: string, account: string) => pepper.generations.map(({ key }) => signUnder(key, id, account));
  const partsOf = (cookie: string | null) => (cookie !== null && FORM.test(cookie) ? cookie.split('.') : []);
  const isSame = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));
  return {
    remember: (cookie, account) => {
      const [id = randomBytes(ID_BYTES).toString('base64url'), ...macs] = partsOf(cookie);
      const own = signUnder(currentOf(pepper).key, id, account);
      const olds = new Set(signs(id, account));
      return [id, own, ...macs.filter((mac) => !olds.has(mac))].slice(0, 1 + MOST_ACCOUNTS).join('.');
    },
    recognise: (cookie, account) => {
      const [id, ...macs] = partsOf(cookie);
      if (id === undefined) return null;
      const owns = signs(id, account);
      return macs.some((mac) => owns.some((own) => isSame(mac, own))) ? id : null;
    },
  };
}
