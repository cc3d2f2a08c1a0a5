import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';

type PageLinkProps = {
  /** The path below `/dashboard`. */
  to: string;
  search?: Record<string, string>;
  className?: string | undefined;
  activeProps?: object;
  children: ReactNode;
  'data-row'?: boolean;
};

/** The router's link with simple types. Its own types know every path, and each use costs compile time. */
export const PageLink = Link as unknown as ComponentType<PageLinkProps>;
