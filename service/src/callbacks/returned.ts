import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type PageLanguage, readLanguage } from '../pages/language.ts';
import { returnTexts } from './returned-texts.ts';

const style = 'body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}';
const hash = createHash('sha256').update(style).digest('base64');
/** The page has no script and loads nothing. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The page to which a provider returns the payer where the merchant gave no address. Anybody can open it, so it proves
 * nothing and says nothing about a payment.
 */
export function registerReturned(app: FastifyInstance): void {
  app.get('/returned', (request, reply) =>
    reply
      .headers({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store', Vary: 'Accept-Language' })
      .type('text/html; charset=utf-8')
      .send(returnPage(readLanguage(undefined, request.headers['accept-language']))),
  );
}

function returnPage(language: PageLanguage): string {
  const { title, result, close } = returnTexts[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${style}</style>
</head>
<body>
<h1>${title}</h1>
<p>${result}</p>
<p>${close}</p>
</body>
</html>
`;
}
