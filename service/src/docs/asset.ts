import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

type Asset = { readonly plain: Buffer; readonly packed: Buffer; readonly etag: string };

/** Serves one file, loaded and compressed at its first use and then cached. */
export function serveAsset(
  app: FastifyInstance,
  path: string,
  type: string,
  load: () => Promise<string> | string | Buffer,
) {
  let asset: Promise<Asset> | undefined;
  app.get(path, async (request, reply) => {
    asset ??= prepare(load);
    const { plain, packed, etag } = await asset;
    reply.type(type).header('cache-control', 'no-cache').header('etag', etag).header('vary', 'accept-encoding');
    reply.header('x-content-type-options', 'nosniff');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    if (!request.headers['accept-encoding']?.includes('gzip')) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(packed);
  });
}

async function prepare(load: () => Promise<string> | string | Buffer): Promise<Asset> {
  const plain = Buffer.from(await load());
  // The ETag is weak because the compressed bytes share it.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, packed: await promisify(gzip)(plain), etag };
}
