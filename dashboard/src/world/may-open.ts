import type { DeveloperRole } from '../../../contract/src/member-rights.ts';

type Role = DeveloperRole | null | undefined;

/** The pages of developers, whose records the service does not show to an accountant. */
const build = ['keys', 'webhooks', 'inbox', 'deliveries', 'events', 'requests', 'developers'];

/**
 * Whether a role may open a page, by the first part of its path. The service would refuse the records of the others.
 * Null is the merchant's own people.
 */
export function mayOpen(role: Role, path: string): boolean {
  const page = path.split('/')[1]!;
  if (role === 'till') return page === 'till';
  return role !== 'accountant' || !build.includes(page);
}

/** The page on which a role begins. */
export const firstPage = (role: Role) => (role === 'till' ? 'till' : 'home');
