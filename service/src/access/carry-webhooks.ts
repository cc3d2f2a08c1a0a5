import type { Scope } from '../../../contract/src/route.ts';

/**
 * Keys carry `webhooks:*` unless it is taken away: whoever names neither gets both. Whoever names one means what they name.
 * @param webhooks false: exactly what is named
 */
export function carryWebhooks(named: readonly Scope[], webhooks = true): Scope[] {
  if (!webhooks || named.some((scope) => scope.startsWith('webhooks:'))) return [...named];
  return [...named, 'webhooks:read', 'webhooks:write'];
}
