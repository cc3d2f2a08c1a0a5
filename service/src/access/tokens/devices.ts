import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

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

export function createDevices(pepper: Buffer): Devices {
  const sign = (id: string, account: string) =>
    createHmac('sha256', pepper)
      .update(`device ${id} ${account}`)
      .digest()
      .subarray(0, MAC_BYTES)
      .toString('base64url');
  const partsOf = (cookie: string | null) => (cookie !== null && FORM.test(cookie) ? cookie.split('.') : []);
  const isSame = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));
  return {
    remember: (cookie, account) => {
      const [id = randomBytes(ID_BYTES).toString('base64url'), ...macs] = partsOf(cookie);
      const own = sign(id, account);
      return [id, own, ...macs.filter((mac) => mac !== own)].slice(0, 1 + MOST_ACCOUNTS).join('.');
    },
    recognise: (cookie, account) => {
      const [id, ...macs] = partsOf(cookie);
      if (id === undefined) return null;
      const own = sign(id, account);
      return macs.some((mac) => isSame(mac, own)) ? id : null;
    },
  };
}
