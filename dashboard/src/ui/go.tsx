import type { ComponentProps } from 'react';
import { useWorldPath } from '../world/world.tsx';
import { PageLink } from './page-link.tsx';

/** A link to a page of this integration and mode: `/payments/pay_…`. */
export function Go({ to, ...rest }: ComponentProps<typeof PageLink>) {
  const worldPath = useWorldPath();
  return <PageLink to={worldPath(to)} {...rest} />;
}
