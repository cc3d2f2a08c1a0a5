import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';

/**
 * 1 to 255 printable ASCII characters; surrounding quotes (the IETF draft's form) are dropped.
 * @param content what was asked. Where a query is part of it, its fields are, for they may be spelt in any order.
 */
export function readIdempotencyKey(request: FastifyRequest, content: () => string): Command<unknown>['idempotency'] {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  const text = String(header);
  // Node joins them: which of the two the caller keeps, nobody knows.
  if (text.includes(', ') && request.raw.headersDistinct['idempotency-key']!.length > 1) {
    throw new Refusal('invalid_idempotency_key', 'The header Idempotency-Key is given more than once');
  }
  const key = text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new Refusal('invalid_idempotency_key', 'Idempotency-Key must be 1 to 255 printable ASCII characters');
  }
  const [path] = request.url.split('?');
  const fingerprint = hash('sha256', `${request.method}\n${path}\n${content()}`, 'buffer');
  return { key, fingerprint };
}
