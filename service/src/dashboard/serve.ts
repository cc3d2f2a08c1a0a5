import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DashboardFiles, readDashboardFiles } from './files.ts';

/** The facts that the page needs before its first request. */
export type PageFacts = {
  /** The path of the public URL, for example `/pay`; empty if it has none. */
  readonly base: string;
  readonly prefix: string;
  readonly brand: string;
  readonly live: boolean;
  /** Whether e-mail is sent. Otherwise it is written to the service's log. */
  readonly mail: boolean;
  /** The people who may register in test. */
  readonly registrations: 'open' | 'invited' | 'closed';
  /** Whether merchants' codes in test are sent by SMS; otherwise they are 000000. */
  readonly testCodes: boolean;
  /** Decimals of each enabled currency. */
  readonly currencies: Readonly<Record<string, number>>;
  /** Decimals of all currencies that do not have two. */
  readonly decimals: Readonly<Record<string, number>>;
};

const DIST = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));
const HTML = 'text/html; charset=utf-8';

/**
 * Everything loads from here, and nothing is sent elsewhere. The nonce is for style elements that components create as
 * they render. Style attributes are set through the CSSOM, which no policy restricts.
 */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const absentPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Dashboard</title></head>
<body>
<h1>The dashboard is not built yet</h1>
<p>Run <code>node scripts/setup.mjs</code> (as <code>npm start</code> does) and load this page again. The API works without it.</p>
</body>
</html>
`;

/** Serves the dashboard's build at `/dashboard`. A path that is not one of its files is a page of the application. */
export function registerDashboard(app: FastifyInstance, facts: PageFacts, directory = DIST): void {
  let build: DashboardFiles | null = null;
  const escaped = JSON.stringify(facts).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

  // The addresses in the build are relative, and a nested page would resolve them against its own path.
  const index = ({ index }: DashboardFiles) => index.replaceAll('="./', () => `="${facts.base}/dashboard/`);

  const sendIndex = (_request: FastifyRequest, reply: FastifyReply) => {
    build ??= readDashboardFiles(directory);
    // The page names the files of one build, so browsers fetch it each time.
    reply.type(HTML).header('Cache-Control', 'no-store');
    if (!build) return reply.code(503).send(absentPage);
    const nonce = randomBytes(16).toString('base64url');
    return reply
      .header('Content-Security-Policy', policy(nonce))
      .header('Cross-Origin-Opener-Policy', 'same-origin')
      .header('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=()')
      .send(
        index(build)
          .replaceAll('__NONCE__', nonce)
          .replace('__SERVICE__', () => escaped),
      );
  };

  app.get('/dashboard', sendIndex);
  app.get('/dashboard/*', sendIndex);
  app.get<{ Params: { '*': string } }>('/dashboard/assets/*', (request, reply) => {
    build ??= readDashboardFiles(directory);
    const file = build?.files.get(`assets/${request.params['*']}`);
    if (!file) return reply.code(404).header('Cache-Control', 'no-store').type('text/plain').send('File not found');
    // The file's name contains a hash of its content.
    reply
      .type(file.type)
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Vary', 'Accept-Encoding');
    const accepted = request.headers['accept-encoding'] ?? '';
    for (const [encoding, bytes] of file.packed) {
      if (new RegExp(`\\b${encoding}\\b`).test(accepted)) return reply.header('Content-Encoding', encoding).send(bytes);
    }
    return reply.send(file.bytes);
  });
}
