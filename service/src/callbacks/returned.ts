import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { isReturnLanguage, type ReturnLanguage, returnTexts } from './returned-texts.ts';

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
      .send(returnPage(readerLanguage(request.headers['accept-language']))),
  );
}

function returnPage(language: ReturnLanguage): string {
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

/** The first language of the reader that the page has (RFC 9110, 12.5.4); otherwise English. */
export function readerLanguage(accepted = ''): ReturnLanguage {
  const wanted = accepted
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', quality = 'q=1'] = part.trim().toLowerCase().split(';');
      return { language: tag.split('-')[0]!, quality: Number(quality.trim().slice(2)) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language);
  return wanted.find(isReturnLanguage) ?? 'en';
}
