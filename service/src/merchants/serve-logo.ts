import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { selectLogo } from './settings-store.ts';

/**
 * Serves logos to anybody. The address contains the hash of the file, so it may be kept for ever. A browser that opens
 * the file itself gets an image in a sandbox, whatever the bytes look like.
 */
export function registerLogos(app: FastifyInstance, db: Database): void {
  app.get<{ Params: { hash: string } }>('/logos/:hash', async (request, reply) => {
    const { hash } = request.params;
    const [logo] = /^[0-9a-f]{20}$/.test(hash)
      ? await db.query<{ type: string; bytes: Buffer }>(selectLogo, [hash])
      : [];
    if (!logo) {
      return reply.code(404).header('Cache-Control', 'no-store').type('text/plain').send('File not found');
    }
    return reply
      .headers({
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'same-origin',
      })
      .type(logo.type)
      .send(logo.bytes);
  });
}
