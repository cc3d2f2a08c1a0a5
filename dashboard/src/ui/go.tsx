import { Link, type LinkComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWorldPath } from '../world/world.tsx';

type GoProps = { to: string; search?: Record<string, string>; className?: string | undefined; children: ReactNode };

/** A link to a page of this integration and mode: `/payments/pay_…`. */
export function Go({ to, search, className, children, ...rest }: GoProps & Omit<LinkComponentProps, 'to' | 'search'>) {
  const worldPath = useWorldPath();
  const props = { to: worldPath(to), search: search ?? {}, className } as unknown as LinkComponentProps;
  return (
    <Link {...props} {...rest}>
      {children}
    </Link>
  );
}
