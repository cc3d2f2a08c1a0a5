import type { AccountType, CallerKind, OperatorRole, Scope } from '../../../contract/src/route.ts';
import type { Claim } from '../db/gate.ts';

/** A person with a token. */
export type Person = {
  /** usr_…, dev_…, opr_… */
  readonly id: string;
  readonly type: AccountType;
  readonly session: string;
  /** E.164 of a customer or merchant, e-mail address of a developer or operator. */
  readonly identifier: string;
  /** An operator's. */
  readonly role: OperatorRole | null;
  /** Whether the account has a second factor. Absent: no. */
  readonly hasSecondFactor?: boolean;
};

/** Who calls, as `access/authenticate.ts` found out. */
export type Caller = {
  readonly kind: CallerKind;
  /** key_…, or the person's. */
  readonly id: string;
  /** The integration's world, or a person's own. */
  readonly world: number;
  readonly livemode: boolean;
  /** Whose wallets the caller disposes of: a key of its merchant's, a customer of their own. Developers and operators of none. */
  readonly owner: { readonly type: 'merchant' | 'customer' | 'none'; readonly id: string };
  /** A key's. A person is bound by the kind of account instead. */
  readonly scopes: ReadonlySet<Scope>;
  readonly person: Person | null;
  /** int_…: the integration that a person acts on, or that a key belongs to. */
  readonly integration?: string;
};

/** On whose behalf the caller's own statements take a connection. */
export const claimOf = ({ kind, world, livemode }: Caller): Claim =>
  kind === 'operator' ? { by: 'operator' } : { by: 'world', world, livemode };

/** One request to change something: what operations on an array take. */
export type Command<Input> = {
  readonly caller: Caller;
  readonly input: Input;
  readonly requestId: string;
  /** Where the request came from, for the audit log. */
  readonly address?: string;
  /** Where the body was a CSV file: the line of each record. */
  readonly lines?: readonly number[] | null;
  readonly idempotency: { readonly key: string; readonly fingerprint: Buffer } | null;
};
