import { service } from '../page.ts';
import type { Me } from './me.ts';

/** With live mode, the service refuses an operator's requests until a second factor is set up. */
export const needsSetUp = (me: Me | undefined): boolean =>
  service.live && me?.type === 'operator' && me.two_factor === 'none';
