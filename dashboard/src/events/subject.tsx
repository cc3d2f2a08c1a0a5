import type { ReactNode } from 'react';
import type { Event } from '../../../contract/src/events.ts';
import { Id } from '../ui/copy.tsx';
import { Go } from '../ui/go.tsx';

/** Wallets are missing: a frozen wallet may be a customer's, and the dashboard has no page for it. */
const homes: Record<string, string> = {
  payment: '/payments',
  refund: '/refunds',
  payout: '/payouts',
  schedule: '/schedules',
  transfer: '/transfers',
  movement: '/movements',
  hold: '/holds',
  webhook_endpoint: '/webhooks',
};

const recordOf = (event: Event) => event.data.object as { id?: string; object?: string };

export function subjectOf(event: Event): ReactNode {
  const { id } = recordOf(event);
  return id ? <Id id={id} /> : '–';
}

/** A link if the record has a page. */
export function SubjectLink({ event }: { event: Event }) {
  const { id, object } = recordOf(event);
  const home = homes[object ?? ''];
  return home && id ? <Go to={`${home}/${id}`}>{id}</Go> : subjectOf(event);
}
