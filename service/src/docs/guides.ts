import { readdirSync, readFileSync } from 'node:fs';
import { Marked, type RendererObject } from 'marked';

/** The pages of docs/, in the order in which a newcomer reads them. Their names are their paths below /docs. */
export const guideGroups = [
  {
    title: 'Start',
    guides: [
      'quick-start',
      'concepts',
      'accept-a-payment',
      'checkout',
      'links',
      'till',
      'receipts',
      'testing',
      'go-live',
    ],
  },
  {
    title: 'Money',
    guides: ['fees', 'payouts', 'bulk', 'holds', 'splits', 'reconcile', 'exports', 'export-accounting', 'failures'],
  },
  {
    title: 'Providers',
    guides: [
      'connect-mtn-momo',
      'connect-mpesa',
      'connect-wave',
      'connect-pawapay',
      'reconcile-rails',
      'close-the-day',
      'write-a-rail',
    ],
  },
  { title: 'Tools', guides: ['sdk', 'cli', 'dashboard', 'dashboard-api'] },
  { title: 'Events', guides: ['webhooks'] },
  { title: 'People', guides: ['accounts', 'member-rights', 'kyc', 'operators', 'personal-data'] },
  {
    title: 'Operation',
    guides: [
      'install',
      'settings',
      'admin',
      'postgresql-least-privileges',
      'pgbackrest',
      'monitoring',
      'runbooks',
      'high-availability',
      'telemetry',
      'backups',
      'rotation',
      'upgrading',
    ],
  },
  { title: 'News', guides: ['changelog'] },
] as const;
export type GuideName = (typeof guideGroups)[number]['guides'][number];

export const guideNames: readonly GuideName[] = guideGroups.flatMap(({ guides }) => guides);

export type Guide = {
  readonly name: GuideName;
  readonly title: string;
  readonly markdown: string;
  readonly html: string;
};

const known = new Map<GuideName, Guide>();

/** A guide is read and rendered at its first use and then cached. */
export function guideOf(name: GuideName): Guide {
  const found = known.get(name) ?? loadGuide(name);
  known.set(name, found);
  return found;
}

function loadGuide(name: GuideName): Guide {
  const path = name === 'changelog' ? '../../../CHANGELOG.md' : `../../../docs/${name}.md`;
  const markdown = readFileSync(new URL(path, import.meta.url), 'utf8');
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name;
  return { name, title, markdown, html: new Marked<string, string>({ renderer }).parse(markdown, { async: false }) };
}

/** The anchor of a heading as Markdown links write it: lower case, without punctuation, dashes for spaces. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/<[^>]+>|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');

/** A link to another guide becomes a link to its page. A link to a page that is not served here becomes plain text. */
function addressOf(href: string): string | null {
  if (/^(https?:|\/|#)/.test(href)) return href;
  const [, name, anchor = ''] = /^(?:\.\.\/)?(?:docs\/)?([\w-]+)\.md(#.*)?$/i.exec(href) ?? [];
  const guide = name?.toLowerCase();
  return guideNames.some((one) => one === guide) ? `/docs/${guide}${anchor}` : null;
}

const renderer: RendererObject<string, string> = {
  heading({ tokens, depth }) {
    const inner = this.parser.parseInline(tokens);
    return `<h${depth} id="${slug(inner)}">${inner}</h${depth}>\n`;
  },
  image({ href, text }) {
    return `<img src="/docs/${href.replaceAll('"', '%22')}" alt="${text.replaceAll('"', '&quot;')}" loading="lazy">`;
  },
  link({ href, tokens }) {
    const inner = this.parser.parseInline(tokens);
    const address = addressOf(href);
    return address ? `<a href="${address.replaceAll('"', '%22')}">${inner}</a>` : inner;
  },
};

/** The pictures in the pages. */
export const pictures: readonly string[] = readdirSync(new URL('../../../docs/pictures', import.meta.url));
export const readPicture = (name: string) => readFileSync(new URL(`../../../docs/pictures/${name}`, import.meta.url));

/** https://llmstxt.org: an index of the pages for language models. */
export function llmsText(): string {
  const sections = guideGroups.map(({ title, guides }) => {
    const lines = guides.map((name) => `- [${guideOf(name).title}](/docs/${name}.md)`);
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  return `# Rialto

> Payments, refunds, wallets, mass payouts and signed webhooks over HTTP, for places where a phone number is the account.

Amounts are whole numbers of the currency's minor unit. Send an Idempotency-Key with every POST and repeat the request with the same key if you get no answer. Verify a webhook over its raw body.

${sections.join('\n\n')}

## Reference

- [OpenAPI 3.1](/openapi.json): every route, request, answer and error
- [Requests as a collection](/docs/collection.json): for Postman, Bruno and the like
- [Errors](/docs/errors): each code and what to do
`;
}
