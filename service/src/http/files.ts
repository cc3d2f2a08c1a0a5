import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Upload } from '../../../contract/src/route.ts';

export type Download = {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer | Readable;
  /** The number of bytes of a stream. */
  readonly length?: number;
};

/**
 * Gives `mount` a scope that keeps bodies of these types as raw bytes and takes no other type.
 * @param streamed the handler reads the body itself
 */
export function rawScope(
  app: FastifyInstance,
  types: readonly string[],
  streamed: boolean,
  mount: (scope: FastifyInstance) => void,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    if (streamed) scope.addContentTypeParser([...types], (_request, body, done) => done(null, body));
    else scope.addContentTypeParser([...types], { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    mount(scope);
  });
}

export function uploadOf(request: FastifyRequest): Upload {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  return { type: type.trim().toLowerCase(), bytes: (request.body as Buffer | null | undefined) ?? Buffer.alloc(0) };
}

/** The part of a file that an idempotency key's fingerprint covers. */
export const digestOf = ({ type, bytes }: Upload) => `${type} ${hash('sha256', bytes)}`;

/** The file came from outside: browsers must not open it in place, guess another type or cache it. */
export function sendFile(reply: FastifyReply, { name, type, bytes, length }: Download): FastifyReply {
  return reply
    .headers({
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Security-Policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
      'Cache-Control': 'no-store',
      ...(length === undefined ? {} : { 'Content-Length': String(length) }),
    })
    .type(type)
    .send(bytes);
}
