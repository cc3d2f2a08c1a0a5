import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import type { Refusal } from '../kernel/refusal.ts';
import type { Isolation } from './isolation.ts';

/** What goes back on the wire: the bytes are the same for the first answer and every replay. */
export type Answer = {
  readonly status: number;
  readonly body: string;
  readonly replayed: boolean;
  readonly refusal?: Refusal;
};

/** What was asked for waits for somebody else: 202 in the place of the route's own status. */
export type Accepted = { readonly accepted: string };

/**
 * An operation on many commands: a serialised result or a refusal for each, in their order. One that throws a refusal takes everything
 * back, and each command is tried alone.
 */
export type BatchOperation<Input, Loaded = undefined> = (
  tx: Tx,
  commands: Command<Input>[],
  loaded?: Promise<Loaded>,
) => Promise<(string | Refusal | Accepted)[]>;

/**
 * What an operation reads and locks, from the commands alone. It travels in one round trip with the look-up of stored
 * answers: on transfers, 256 connections, that is 1.25 × the throughput.
 */
export type Load<Input, Loaded> = (tx: Tx, commands: Command<Input>[]) => Promise<Loaded>;

/** An operation that needs more than its commands, with what it needs. */
export const withDeps =
  <Input, Needs extends unknown[]>(
    operation: (tx: Tx, commands: Command<Input>[], ...needs: Needs) => Promise<(string | Refusal | Accepted)[]>,
    ...needs: NoInfer<Needs>
  ): BatchOperation<Input> =>
  (tx, commands) =>
    operation(tx, commands, ...needs);

/** How an answer is kept where it must not be read in the database. */
export type Cover = { readonly seal: (body: string) => string; readonly open: (stored: string) => string };

export type OnceOptions<Input, Loaded> = {
  readonly load?: Load<Input, Loaded>;
  readonly status: number;
  readonly docBase: string;
  /** For answers that carry a secret: they are kept sealed. */
  readonly cover?: Cover;
  /** Told of errors that are nobody's refusal. */
  readonly onError: (error: unknown, requestId: string) => void;
  /** Told how long each transaction took, whatever became of it. */
  readonly onBatch?: (commands: readonly Command<Input>[], ms: number) => void;
  /** Shared by the operations of a node. */
  readonly isolation?: Isolation;
} & BatchLimits<Input>;

/** How the commands of an operation gather. */
export type BatchLimits<Input> = {
  readonly maxBatch?: number;
  /** Batches of one kind that are under way at once. */
  readonly lanes?: number;
  /** Commands that take much longer than others: the others have lanes of their own and do not wait for them. */
  readonly isLarge?: (input: Input) => boolean;
};

/** `once` for a route of the contract, with what is the same for all: see `change` in app.ts. */
export type Mount = <Input, Loaded = undefined>(
  route: { method: string; path: string; ok: { status: number } },
  operation: BatchOperation<Input, Loaded>,
  more?: { load?: Load<Input, Loaded>; cover?: Cover } & BatchLimits<Input>,
) => (command: Command<Input>) => Promise<Answer>;
