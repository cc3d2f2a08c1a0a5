import type { Scope } from '../../../contract/src/route.ts';

/**
 * A new key gets `webhooks:*` by default. If its scopes already name a webhooks scope, they stay as named.
 * @param webhooks false: exactly the named scopes
 */
export function carryWebhooks(named: readonly Scope[], webhooks = true): Scope[] {
  if (!webhooks || named.some((scope) => scope.startsWith('webhooks:'))) return [...named];
  return [...named, 'webhooks:read', 'webhooks:write'];
}
