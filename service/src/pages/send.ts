import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from './html.ts';
import { readLanguage } from './language.ts';
import { renderPage } from './layout.ts';
import { pageStyle } from './style.ts';
import { pageTexts } from './texts.ts';

const styleHash = createHash('sha256').update(pageStyle).digest('base64');
const pack = promisify(gzip);

/**
 * Nothing loads from another host. A page may have forms to this service, scripts and a stream of its own. A form's
 * answer must be a redirect to this service: browsers apply `form-action` to redirects too.
 */
const policy = (scripts: boolean) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self' data:",
    ...(scripts ? ["script-src 'self'", "connect-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export type PageAnswer = {
  readonly status?: number;
  /** Whether the page loads scripts of this service. */
  readonly scripts?: boolean;
};

/** Sends a page without cookies. It is never cached, because its address is a secret and its content changes. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  { status = 200, scripts = false }: PageAnswer = {},
): Promise<FastifyReply> {
  reply
    .code(status)
    .headers({
      'Content-Security-Policy': policy(scripts),
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex, nofollow',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      Vary: 'Accept-Language, Accept-Encoding',
    })
    .type('text/html; charset=utf-8');
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(page);
  return reply.header('Content-Encoding', 'gzip').send(await pack(page));
}

/** The reader's language: by `?lang=`, then by the browser. */
export const languageOfRequest = (request: FastifyRequest) =>
  readLanguage((request.query as { lang?: unknown } | undefined)?.lang, request.headers['accept-language']);

/**
 * The page for an address that does not exist, or no longer does. It does not repeat the address, so all of these pages
 * are the same bytes.
 */
export function sendNoPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const language = languageOfRequest(request);
  const { notFound, notFoundAdvice } = pageTexts[language];
  return sendPage(request, reply, shortPage(language, notFound, notFoundAdvice), { status: 404 });
}

/** The page for a request that failed on this side, or for which there is no room now. */
export function sendUnavailable(request: FastifyRequest, reply: FastifyReply, retryAfterS = 60): Promise<FastifyReply> {
  const language = languageOfRequest(request);
  const { unavailable, unavailableAdvice } = pageTexts[language];
  reply.header('Retry-After', String(retryAfterS));
  return sendPage(request, reply, shortPage(language, unavailable, unavailableAdvice), { status: 503 });
}

function shortPage(language: ReturnType<typeof readLanguage>, title: string, advice: string): string {
  const body = html`<div class="card"><h1>${title}</h1><p>${advice}</p></div>`;
  return renderPage({ language, title, body, path: '', languagesLabel: pageTexts[language].languages });
}
