import type { Tx } from '../db/transaction.ts';
import type { Command } from './command.ts';
import type { Refusal } from './refusal.ts';

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

/** How the commands of an operation gather. */
export type BatchLimits<Input> = {
  readonly maxBatch?: number;
  /** Batches of one kind that are under way at once. */
  readonly lanes?: number;
  /** Commands that take much longer than others: the others have lanes of their own and do not wait for them. */
  readonly isLarge?: (input: Input) => boolean;
};

/** Commands that lock one record after another: two batches could wait for each other. */
export const serialOnly = { maxBatch: 1, lanes: 2 };

/** What counts against the quotas of a test world. */
export type Weights<Input> = {
  /** Records that a command writes, where they are more than one. */
  readonly rows?: (input: Input) => number;
  /** Payout items that a command opens. */
  readonly opensItems?: (input: Input) => number;
};

/** Makes an operation on many commands into what one request of a route calls (api/routes.ts). */
export type Mount = <Input, Loaded = undefined>(
  route: { method: string; path: string; ok: { status: number } },
  operation: BatchOperation<Input, Loaded>,
  more?: { load?: Load<Input, Loaded>; cover?: Cover } & BatchLimits<Input> & Weights<Input>,
) => (command: Command<Input>) => Promise<Answer>;
