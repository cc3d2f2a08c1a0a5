import { bank } from './bank/provider.ts';
import { daraja } from './daraja/provider.ts';
import { mtnMomo } from './mtn-momo/provider.ts';
import { pawapay } from './pawapay/provider.ts';
import type { Provider } from './provider.ts';
import { wave } from './wave/provider.ts';

/** Every provider that a rail can connect to, by its name. */
export const providers: Readonly<Record<string, Provider>> = {
  daraja,
  'mtn-momo': mtnMomo,
  wave,
  pawapay,
  bank,
};
