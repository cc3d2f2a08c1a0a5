import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';

/**
 * Accepts 1 to 255 printable ASCII characters. Surrounding quotes (the IETF draft's form) are removed.
 * @param content the content of the request. A query is given as its fields, because they may come in any order.
 */
export function readIdempotencyKey(request: FastifyRequest, content: () => string): Command<unknown>['idempotency'] {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  const text = String(header);
  // Node joins two headers into one. The service cannot know which of the two the client keeps.
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
