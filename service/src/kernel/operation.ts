import type { Tx } from '../db/transaction.ts';
import type { Command } from './command.ts';
import type { Refusal } from './refusal.ts';

/** The answer as sent: the bytes are the same for the first answer and every replay. */
export type Answer = {
  readonly status: number;
  readonly body: string;
  readonly replayed: boolean;
  readonly refusal?: Refusal;
};

/** The request waits for another person: 202 instead of the route's own status. */
export type Accepted = { readonly accepted: string };

/**
 * An operation on many commands. It returns a serialised result or a refusal for each, in order. If it throws a
 * refusal, the transaction is rolled back and each command is tried alone.
 */
export type BatchOperation<Input, Loaded = undefined> = (
  tx: Tx,
  commands: Command<Input>[],
  loaded?: Promise<Loaded>,
) => Promise<(string | Refusal | Accepted)[]>;

/**
 * The reads and locks that an operation needs, known from the commands alone. They share one round trip with the lookup
 * of stored answers: 1.25 × the throughput for transfers on 256 connections.
 */
export type Load<Input, Loaded> = (tx: Tx, commands: Command<Input>[]) => Promise<Loaded>;

/** Binds an operation to the dependencies that it needs beside its commands. */
export const withDeps =
  <Input, Needs extends unknown[]>(
    operation: (tx: Tx, commands: Command<Input>[], ...needs: Needs) => Promise<(string | Refusal | Accepted)[]>,
    ...needs: NoInfer<Needs>
  ): BatchOperation<Input> =>
  (tx, commands) =>
    operation(tx, commands, ...needs);

/** Seals an answer that must not be readable in the database. */
export type Cover = { readonly seal: (body: string) => string; readonly open: (stored: string) => string };

/** Limits of the batches of an operation. */
export type BatchLimits<Input> = {
  readonly maxBatch?: number;
  /** Batches of one kind that may be in flight at once. */
  readonly batches?: number;
  /**
   * Marks commands that take much longer than others. They use separate batches, so that other commands do not wait for
   * them.
   */
  readonly isLarge?: (input: Input) => boolean;
};

/** Commands that lock one record after another: two batches could wait for each other. */
export const serialOnly = { maxBatch: 1, batches: 2 };

/** The part of a command that counts against the quotas of a test world. */
export type Weights<Input> = {
  /** Records that a command writes, if more than one. */
  readonly rows?: (input: Input) => number;
  /** Payout items that a command opens. */
  readonly opensItems?: (input: Input) => number;
};

/** Turns an operation on many commands into a function for one request of a route (api/routes.ts). */
export type Mount = <Input, Loaded = undefined>(
  route: { method: string; path: string; ok: { status: number } },
  operation: BatchOperation<Input, Loaded>,
  more?: { load?: Load<Input, Loaded>; cover?: Cover } & BatchLimits<Input> & Weights<Input>,
) => (command: Command<Input>) => Promise<Answer>;
