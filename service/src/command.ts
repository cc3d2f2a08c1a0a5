import type { Scope } from '../../contract/src/route.ts';

/** Who calls, as `access/authenticate.ts` found out. */
export type Caller = {
  readonly keyId: string;
  readonly world: number;
  readonly integrationId: string;
  readonly merchantId: string;
  readonly livemode: boolean;
  readonly scopes: ReadonlySet<Scope>;
};

/** One request to change something: what operations on an array take. */
export type Command<Input> = {
  readonly caller: Caller;
  readonly input: Input;
  readonly requestId: string;
  readonly idempotency: { readonly key: string; readonly fingerprint: Buffer } | null;
};
