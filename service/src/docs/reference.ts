import { readFileSync } from 'node:fs';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { renderCollection } from '../../../contract/src/collection.ts';
import { catalogue, type ErrorCode } from '../../../contract/src/errors.ts';
import { API_PREFIX } from '../../../contract/src/route.ts';
import { serveAsset } from './asset.ts';
import { guideNames, guideOf, llmsText, pictures, readPicture } from './guides.ts';
import {
  errorIndexPage,
  errorPage,
  guidePage,
  invitationPage,
  noSuchErrorPage,
  noSuchPage,
  referencePage,
} from './pages.ts';

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/**
 * Everything loads from here, and nothing is sent elsewhere: a key pasted into the reference goes to this service only.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // Scalar sets style attributes and creates style elements. They cannot leak data, because nothing loads from
  // elsewhere.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Links are written relative to the root of the service. */
const rooted = (html: string, root: string) =>
  root === '' ? html : html.replace(/\b(href|src)="\/(?!\/)/g, (_, name) => `${name}="${root}/`);
const rootedMarkdown = (text: string, root: string) => text.replaceAll('](/', () => `](${root}/`);

const answer = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .send(html);

/** The service's address in the guides' samples. */
const WRITTEN = 'http://localhost:3000';

/** `base`: the public URL, so that samples work as shown. `path`: the path of `base`, prefixed to every link. */
export type DocsOptions = { readonly openapi: () => object; readonly base: string; readonly path: string };

/**
 * The interactive reference, the guides, a page for every error code, and the documents for machines. `openapi` is
 * rendered on the first request: it takes 27 ms, and 51 at a start.
 */
export function registerDocs(app: FastifyInstance, { openapi, base, path: root }: DocsOptions): void {
  const sendPage = (reply: FastifyReply, status: number, html: string) => answer(reply, status, rooted(html, root));
  const here = (text: string) => text.replaceAll(WRITTEN, base);
  app.get('/', (_request, reply) => reply.redirect(`${root}/docs`));
  // Clients that expect the prefix on every path look for it here too.
  for (const path of ['/openapi.json', `${API_PREFIX}/openapi.json`])
    serveAsset(app, path, 'application/json; charset=utf-8', () => JSON.stringify(openapi()));
  serveAsset(app, '/docs/docs.css', 'text/css; charset=utf-8', () => file('./docs.css'));
  serveAsset(app, '/docs/icon.svg', 'image/svg+xml', () => file('./icon.svg'));
  serveAsset(app, '/docs/start.js', 'text/javascript; charset=utf-8', () => file('./start.js'));
  serveAsset(app, '/docs/scalar.js', 'text/javascript; charset=utf-8', scalarBundle);
  serveAsset(app, '/docs/invitation.js', 'text/javascript; charset=utf-8', () => file('./invitation.js'));

  serveAsset(app, '/docs/collection.json', 'application/json; charset=utf-8', () =>
    here(JSON.stringify(renderCollection())),
  );
  for (const path of ['/llms.txt', '/docs/llms.txt'])
    serveAsset(app, path, 'text/plain; charset=utf-8', () => rootedMarkdown(llmsText(), root));
  for (const name of guideNames) {
    app.get(`/docs/${name}`, (_request, reply) => sendPage(reply, 200, here(guidePage(name))));
    serveAsset(app, `/docs/${name}.md`, 'text/markdown; charset=utf-8', () =>
      rootedMarkdown(here(guideOf(name).markdown), root),
    );
  }

  for (const name of pictures) serveAsset(app, `/docs/pictures/${name}`, 'image/jpeg', () => readPicture(name));

  app.get('/docs/invitation', (_request, reply) => sendPage(reply, 200, invitationPage));
  app.get('/docs', (_request, reply) => sendPage(reply, 200, referencePage));
  app.get('/docs/errors', (_request, reply) => sendPage(reply, 200, errorIndexPage()));
  app.get<{ Params: { code: string } }>('/docs/errors/:code', ({ params: { code } }, reply) =>
    Object.hasOwn(catalogue, code)
      ? sendPage(reply, 200, errorPage(code as ErrorCode))
      : sendPage(reply, 404, noSuchErrorPage),
  );
  app.get<{ Params: { '*': string } }>('/docs/*', ({ params }, reply) =>
    params['*'] === '' ? reply.redirect(`${root}/docs`) : sendPage(reply, 404, noSuchPage()),
  );
}

/**
 * Scalar's package contains its bundle inside a Fastify plugin and exports it in no other way. It is loaded when the
 * reference is first opened, because it is 4 MB and takes longer to load than the rest of the service.
 */
async function scalarBundle(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const inner = Fastify();
  await inner.register(scalar, { routePrefix: '/', configuration: { url: '/openapi.json' } });
  const { body } = await inner.inject('/js/scalar.js');
  await inner.close();
  return body;
}
