import type { Mode } from '../api/request.ts';
import { firstMode, isKind, type Kind, kinds } from './kind.ts';
import { KIND } from './sign-in-address.ts';

const MODE = 'rialto-sign-in-mode';

/** The last type of account and mode on this device, preselected at the next sign-in. */
export function lastSignIn(): { kind: Kind; mode: Mode } {
  const kind = localStorage.getItem(KIND) ?? '';
  const isTest = localStorage.getItem(MODE) === 'test';
  return { kind: isKind(kind) ? kind : kinds[0], mode: isTest ? 'test' : firstMode };
}

export function keepLastSignIn(kind: Kind, mode: Mode): void {
  localStorage.setItem(KIND, kind);
  localStorage.setItem(MODE, mode);
}
