import type { LinkState } from '../../../contract/src/links.ts';
import type { StatusName } from '../ui/status.tsx';

/** The status that people see for the state of a link. */
export const linkStatus: Readonly<Record<LinkState, StatusName>> = {
  open: 'active',
  inactive: 'disabled',
  expired: 'expired',
  used: 'completed',
  sold_out: 'sold_out',
};
