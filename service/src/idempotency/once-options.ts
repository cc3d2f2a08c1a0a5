import type { Command } from '../kernel/command.ts';
import type { BatchLimits, Cover, Load } from '../kernel/operation.ts';
import type { Isolation } from './isolation.ts';

export type OnceOptions<Input, Loaded> = {
  readonly load?: Load<Input, Loaded>;
  readonly status: number;
  readonly docBase: string;
  /** The route, for traces. */
  readonly name?: string;
  /** Seals answers that contain a secret. */
  readonly cover?: Cover;
  /** Called for errors that are not refusals. */
  readonly onError: (error: unknown, requestId: string) => void;
  /** Called with the duration of each transaction, whatever its outcome. */
  readonly onBatch?: (commands: readonly Command<Input>[], ms: number) => void;
  /** Shared by the operations of a node. */
  readonly isolation?: Isolation;
} & BatchLimits<Input>;
