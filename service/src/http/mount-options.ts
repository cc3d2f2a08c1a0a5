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
  /** Null where the request log is off. */
  readonly requestLog: Watch | null;
  readonly slowBodies: SlowBodies;
  readonly bulkTurns: BulkTurns;
};

/** Records each request on an integration: the answer before it is sent, and the request afterwards. */
export type Watch = {
  answered(request: FastifyRequest, body: unknown): void;
  note(request: FastifyRequest, reply: FastifyReply): void;
};
