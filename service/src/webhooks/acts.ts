import { type AuditAct, actorOf } from '../audit/record.ts';
import type { Command } from '../kernel/command.ts';
import type { EndpointRow } from './store.ts';

type Change = {
  readonly action: 'webhook.created' | 'webhook.updated' | 'webhook.deleted' | 'webhook.secret_rolled';
  readonly endpoint: string;
  readonly before?: EndpointRow | undefined;
  readonly after?: EndpointRow;
};

/**
 * A person's changes to an endpoint, for the audit log. Redirecting a merchant's events or getting a new secret lets a
 * person send false events to its server. Changes by keys are not recorded: they belong to the integration.
 */
export function actsOf(command: Command<unknown>, { action, endpoint, before, after }: Change): AuditAct[] {
  const { caller } = command;
  if (!caller.person) return [];
  const where = { integration: caller.integration, livemode: caller.livemode };
  const sides = {
    ...(before ? { before: { ...where, ...plain(before) } } : {}),
    ...(after ? { after: { ...where, ...plain(after) } } : {}),
  };
  if (before && after && JSON.stringify(sides.before) === JSON.stringify(sides.after)) return [];
  return [{ ...actorOf(command), action, target: endpoint, ...sides }];
}

/** The part of a URL after its path may be a secret. */
const plain = ({ url, events, status, header_names: headers }: EndpointRow) => ({
  url: url.split(/[?#]/)[0],
  events,
  status,
  ...(headers.length > 0 ? { headers } : {}),
});
