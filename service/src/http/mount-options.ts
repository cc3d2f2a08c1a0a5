import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { CurrencyRule } from '../config/config.ts';
import type { AdmitOptions } from './admit.ts';
import type { BulkTurns } from './body/bulk-turns.ts';
import type { SlowBodies } from './body/slow-bodies.ts';
import type { AddressLimiter } from './connection/address-limit.ts';

export type MountOptions = AdmitOptions & {
  readonly addressLimiter: AddressLimiter;
  readonly currencies: ReadonlyMap<string, CurrencyRule>;
  readonly log: Logger;
  /** Null where it is off. */
  readonly requestLog: Watch | null;
  readonly slowBodies: SlowBodies;
  readonly bulkTurns: BulkTurns;
};

/** Is told of each request on an integration: of its answer before it leaves, and afterwards. */
export type Watch = {
  answered(request: FastifyRequest, body: unknown): void;
  note(request: FastifyRequest, reply: FastifyReply): void;
};
