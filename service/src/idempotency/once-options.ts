import type { Command } from '../kernel/command.ts';
import type { BatchLimits, Cover, Load } from '../kernel/operation.ts';
import type { Isolation } from './isolation.ts';

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
