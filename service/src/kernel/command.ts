import { buildReads, type DeveloperRole } from '../../../contract/src/member-rights.ts';
import type { AccountType, CallerKind, OperatorRole, Scope } from '../../../contract/src/route.ts';
import type { Claim } from '../db/gate.ts';
import type { TraceSpan } from '../tracing/span.ts';

/** A person with a token. */
export type Person = {
  /** usr_…, dev_…, opr_… */
  readonly id: string;
  readonly type: AccountType;
  readonly session: string;
  /** The E.164 phone of a customer or merchant, or the e-mail address of a developer or operator. */
  readonly identifier: string;
  /** The role of an operator; null for others. */
  readonly role: OperatorRole | null;
  /** Whether the account has a second factor. Absent: no. */
  readonly hasSecondFactor?: boolean;
};

/** The authenticated caller, from `access/authenticate.ts`. */
export type Caller = {
  readonly kind: CallerKind;
  /** key_…, or the id of the person. */
  readonly id: string;
  /** The integration's world, or a person's own. */
  readonly world: number;
  readonly livemode: boolean;
  /**
   * The owner of the wallets that the caller controls: the merchant of a key, or a customer. Developers and operators
   * control none.
   */
  readonly owner: { readonly type: 'merchant' | 'customer' | 'none'; readonly id: string };
  /** The scopes of a key. A person is limited by the kind of account instead. */
  readonly scopes: ReadonlySet<Scope>;
  readonly person: Person | null;
  /** int_…: the integration that a person acts on, or that a key belongs to. */
  readonly integration?: string;
  /** The role of a developer on the integration that they act on. */
  readonly role?: DeveloperRole;
};

/** Whether the role may read events, webhooks and requests. The merchant's own people and keys have no role. */
export const mayReadBuild = ({ role }: Pick<Caller, 'role'>): boolean =>
  role === undefined || buildReads.test.includes(role);

/** The claim under which the caller's own statements take a connection. */
export const claimOf = ({ kind, world, livemode }: Caller): Claim =>
  kind === 'operator' ? { by: 'operator' } : { by: 'world', world, livemode };

/** One request for a change, as operations on an array take it. */
export type Command<Input> = {
  readonly caller: Caller;
  readonly input: Input;
  /** Empty if the service itself asks, as for a run of a schedule. */
  readonly requestId: string;
  /** The address of the client, for the audit log. */
  readonly address?: string;
  /** The line of each record, if the body was a CSV file. */
  readonly lines?: readonly number[] | null;
  readonly idempotency: { readonly key: string; readonly fingerprint: Buffer } | null;
  /** The request, if it is traced. */
  readonly span?: TraceSpan | null;
};
