import { useQueryClient } from '@tanstack/react-query';
import type { Me } from '../../../contract/src/me.ts';
import { service } from '../page.ts';
import { keyOf } from '../world/read.ts';

/** The currency of the reader's country, or the first one. The shell loads the reader before any page. */
export function useHomeCurrency(): string {
  const me = useQueryClient().getQueryData<Me>(keyOf(null, '/me'));
  return me?.home_currency ?? Object.keys(service.currencies)[0]!;
}
