import type { Mode } from '../api/request.ts';
import { service } from '../page.ts';

export type Kind = 'developer' | 'merchant' | 'operator';

export const firstMode: Mode = service.live ? 'live' : 'test';
