import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Serves the script of the pages. Its name has its hash, so a browser loads it once. @returns its path */
export function serveScript(app: FastifyInstance): string {
  const plain = readFileSync(new URL('page-script.js', import.meta.url));
  const packed = gzipSync(plain, { level: 9 });
  const path = `/pay/page-${createHash('sha256').update(plain).digest('hex').slice(0, 12)}.js`;
  app.get(path, (request, reply) => {
    reply
      .type('text/javascript; charset=utf-8')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Vary', 'Accept-Encoding');
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain);
    return reply.header('Content-Encoding', 'gzip').send(packed);
  });
  return path;
}
