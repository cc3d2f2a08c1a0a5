import { mtnMomo } from './mtn-momo/provider.ts';
import type { Provider } from './provider.ts';

/** Every provider that a rail can connect to, by its name. */
export const providers: Readonly<Record<string, Provider>> = {
  'mtn-momo': mtnMomo,
};
