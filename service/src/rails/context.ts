import { isBuiltIn } from './rail.ts';

/** Facts about a record that its own row does not hold. */
export type RailContext = {
  /** The display name of the merchant. */
  readonly merchant: string;
  /** Results about the record that arrived by callback, oldest first. */
  readonly received: readonly unknown[];
  readonly callbackUrl: string | null;
};

export const noContext: RailContext = { merchant: '', received: [], callbackUrl: null };

export type RailJobKey = {
  readonly world: number;
  readonly id: string;
  readonly rail: string;
  /** The provider knows the record by this, or else by its id. */
  readonly provider_reference?: string | null;
};

/** Reads the context of records at rails, in the order of the records. */
export type ContextSource = (jobs: readonly RailJobKey[]) => Promise<readonly RailContext[]>;

/** For tests, and for deployments without rails of their own. */
export const emptyContext: ContextSource = async (jobs) => jobs.map(() => noContext);

/** Adds their context to jobs at rails of providers. */
export async function addContext<Job extends RailJobKey & { readonly context?: RailContext }>(
  jobs: Job[],
  contextOf: ContextSource,
): Promise<Job[]> {
  const away = jobs.filter(({ rail }) => !isBuiltIn(rail));
  if (away.length === 0) return jobs;
  const contexts = await contextOf(away);
  const found = new Map(away.map((job, i) => [job, contexts[i]!]));
  return jobs.map((job) => (found.has(job) ? { ...job, context: found.get(job)! } : job));
}
