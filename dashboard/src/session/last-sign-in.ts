import type { Mode } from '../api/request.ts';
import { firstMode, isKind, type Kind, kinds } from './kind.ts';

const KIND = 'rialto-kind';
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

/** Where a session that ended begins again. */
export const signInAddress = () => (lastSignIn().kind === 'operator' ? '/sign-in/operator' : '/sign-in');
