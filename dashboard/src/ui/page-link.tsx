import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';

type PageLinkProps = {
  /** From `/dashboard` on. */
  to: string;
  search?: Record<string, string>;
  className?: string | undefined;
  activeProps?: object;
  children: ReactNode;
  'data-row'?: boolean;
};

/** The router's link with plain types: its own know every path, at a price that the compiler pays at each use. */
export const PageLink = Link as unknown as ComponentType<PageLinkProps>;
