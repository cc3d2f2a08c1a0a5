import type { Mode } from '../api/request.ts';
import { firstMode, type Kind } from './kind.ts';
import { KIND } from './sign-in-address.ts';

const MODE = 'rialto-sign-in-mode';

/** The mode of the last sign-in on this device, preselected at the next one. */
export const lastMode = (): Mode => (localStorage.getItem(MODE) === 'test' ? 'test' : firstMode);

export function keepLastSignIn(kind: Kind, mode: Mode): void {
  localStorage.setItem(KIND, kind);
  localStorage.setItem(MODE, mode);
}
