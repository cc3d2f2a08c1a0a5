import { service } from '../page.ts';
import type { Me } from './me.ts';

/** With live money the service answers an operator nothing before a second factor is set up: they are led to it. */
export const needsSetUp = (me: Me | undefined): boolean =>
  service.live && me?.type === 'operator' && me.two_factor === 'none';
