import type { Mode } from '../api/request.ts';
import { service } from '../page.ts';

export const kinds = ['developer', 'merchant', 'operator'] as const;
export type Kind = (typeof kinds)[number];
export const isKind = (text: string): text is Kind => (kinds as readonly string[]).includes(text);

export const firstMode: Mode = service.live ? 'live' : 'test';
