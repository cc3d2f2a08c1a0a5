import { type Html, html, trusted } from './html.ts';
import { type PageLanguage, pageLanguages } from './language.ts';
import { pageStyle } from './style.ts';

export type PageLayout = {
  readonly language: PageLanguage;
  readonly title: string;
  /** Everything in `main`, with one `h1`. */
  readonly body: Html;
  /** The page's own address for the links to other languages, with the base path and without a query. */
  readonly path: string;
  /** Further parameters of that address, encoded, such as `code=…`. */
  readonly query?: string;
  /** Further parts of the head, for example a script of this service. */
  readonly head?: Html;
  /** The words before the links to other languages, for screen readers. */
  readonly languagesLabel: string;
};

const languageLink = (href: string, code: PageLanguage): Html =>
  html`<a href="${href}" lang="${code}" rel="nofollow">${pageLanguages[code]}</a>`;

/** A whole page for a payer or receiver. Search engines must not list it, and its address goes to no other host. */
export function renderPage({ language, title, body, path, query, head, languagesLabel }: PageLayout): string {
  const links = (Object.keys(pageLanguages) as PageLanguage[]).map((code) =>
    code === language
      ? html`<li><b aria-current="true">${pageLanguages[code]}</b></li>`
      : html`<li>${languageLink(`${path}?${query ? `${query}&` : ''}lang=${code}`, code)}</li>`,
  );
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(pageStyle)}</style>
${head}</head>
<body>
<main>
${body}
</main>
<footer><nav aria-label="${languagesLabel}"><ul>
${links}
</ul></nav></footer>
</body>
</html>
`.markup;
}
