import { catalogue, type ErrorCode } from '../../../contract/src/errors.ts';
import { errorExample, errorsOf } from '../../../contract/src/openapi.ts';
import { reasons } from '../../../contract/src/reasons.ts';
import type { Route } from '../../../contract/src/route.ts';
import { routes } from '../../../contract/src/routes.ts';
import { type GuideName, guideGroups, guideOf } from './guides.ts';

const codes = Object.keys(catalogue) as ErrorCode[];
const table: readonly Route[] = Object.values(routes);

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character]!);
/** The catalogue's advice uses backticks for code and no other Markdown. */
const prose = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const head = (title: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/docs.css">
`;

const page = (title: string, main: string) => `${head(`${title} · Rialto`)}</head>
<body class="page">
<header>
<a class="brand" href="/docs"><img src="/docs/icon.svg" alt="" width="28" height="28">Rialto</a>
<nav><a href="/docs/quick-start">Guides</a><a href="/docs">Reference</a><a href="/docs/errors">Errors</a><a href="/dashboard">Dashboard</a></nav>
</header>
<main>
${main}
</main>
</body>
</html>
`;

/** The interactive reference. */
export const referencePage = `${head('Rialto API reference')}</head>
<body>
<noscript>The reference needs JavaScript. <a href="/openapi.json">openapi.json</a> has the same content, and the <a href="/docs/quick-start">guides</a> work without it.</noscript>
<div id="reference"></div>
<script src="/docs/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

export function errorIndexPage(): string {
  const statuses = [...new Set(codes.map((code) => catalogue[code].status))].sort((a, b) => a - b);
  const sections = statuses.map((status) => {
    const rows = codes
      .filter((code) => catalogue[code].status === status)
      .map(
        (code) =>
          `<li><a href="/docs/errors/${code}"><code>${code}</code><span>${escapeHtml(catalogue[code].title)}</span></a></li>`,
      );
    return `<section><h2>${status}</h2><ul class="codes">\n${rows.join('\n')}\n</ul></section>`;
  });
  return page(
    'Errors',
    `<h1>Errors</h1>
<p class="lead">Every error has one of these codes. The meaning of a code never changes; the text of its message may.</p>
${sections.join('\n')}`,
  );
}

export function errorPage(code: ErrorCode): string {
  const { status, title, advice } = catalogue[code];
  const answering = table.filter((route) => errorsOf(route).includes(code));
  const rows = answering.map(
    (route) =>
      `<li><a href="/docs#${anchor(route)}"><span class="method ${route.method.toLowerCase()}">${route.method}</span><code>/api/v1${route.path}</code><span>${escapeHtml(route.summary)}</span></a></li>`,
  );
  const where =
    answering.length === 0
      ? '<p>No route in the reference. It answers a method that the path does not support.</p>'
      : answering.length === table.length
        ? '<p>Every route.</p>'
        : `<ul class="routes">\n${rows.join('\n')}\n</ul>`;
  return page(
    code,
    `<p class="crumb"><a href="/docs/errors">Errors</a> / ${status}</p>
<h1>${escapeHtml(title)}</h1>
<p class="facts"><span class="status">${status}</span><code>${code}</code></p>
<p class="lead">${prose(advice)}</p>
<h2>Example</h2>
<pre><code>${escapeHtml(JSON.stringify(errorExample(code), null, 2))}</code></pre>
<h2>Routes that return it</h2>
${where}
${code === 'validation_failed' ? reasonTable : ''}`,
  );
}

const reasonTable = `<h2 id="reasons">Reasons</h2>
<p>Each entry of <code>details</code> has a <code>reason</code>.
The names in braces are its <code>values</code>, from which a client can build the sentence in another language.</p>
<ul class="codes">
${Object.entries(reasons)
  .map(([reason, says]) => `<li><code>${reason}</code><span>${escapeHtml(says.replace(/:\w+}/g, '}'))}</span></li>`)
  .join('\n')}
</ul>`;

const menu = (current?: GuideName) =>
  guideGroups
    .map(({ title, guides }) => {
      const items = guides.map(
        (name) =>
          `<li><a href="/docs/${name}"${name === current ? ' aria-current="page"' : ''}>${escapeHtml(guideOf(name).title)}</a></li>`,
      );
      return `<h2>${title}</h2><ul>${items.join('')}</ul>`;
    })
    .join('\n');

/** A page of docs/, with a menu of the other pages. */
export function guidePage(name: GuideName): string {
  const { title, html } = guideOf(name);
  return page(
    title,
    `<div class="guide">
<nav class="menu" id="guides" aria-label="Guides">
${menu(name)}
</nav>
<article>
<p class="to-menu"><a href="#guides">All guides</a></p>
${html}
<p class="crumb"><a href="/docs/${name}.md">This page as Markdown</a></p>
</article>
</div>`,
  );
}

/** The page that an invitation's link opens. The token is behind the `#`, and the script sends it. */
export const invitationPage = page(
  'Invitation',
  `<h1>You are invited</h1>
<p class="lead">Accept the invitation to work with a merchant. If you have an account here, enter its password. If not, choose a password of at least 15 characters.</p>
<noscript><p>Without JavaScript: <code>POST /api/v1/auth/developer/accept {"token": "…", "password": "…"}</code>, where the token is the text after the # of the link.</p></noscript>
<form id="invitation" class="fields">
<label>Name, if you are new <input name="name" maxlength="100" autocomplete="name"></label>
<label>Password <input name="password" type="password" required maxlength="200" autocomplete="current-password"></label>
<button>Accept</button>
</form>
<p id="outcome" role="status"></p>
<script src="/docs/invitation.js"></script>`,
);

export const noSuchErrorPage = page(
  'Code not found',
  '<h1>Code not found</h1>\n<p class="lead">The catalogue has no error with this name. <a href="/docs/errors">All codes</a></p>',
);

/** Rendered on request, as the guides are. */
export const noSuchPage = () =>
  page(
    'Page not found',
    `<h1>Page not found</h1>\n<p class="lead">See the <a href="/docs">reference</a>, the page for <a href="/docs/errors">each error</a>, or one of these guides.</p>\n${menu()}`,
  );

/** The address of a route in Scalar. */
const anchor = (route: Route) =>
  `tag/${route.tag.toLowerCase().replaceAll(' ', '-')}/${route.method}/api/v1${route.path}`;
