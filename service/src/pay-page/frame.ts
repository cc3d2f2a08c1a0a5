import type { PageMerchant } from '../checkout/page.ts';
import { readableAmount } from '../messages/texts.ts';
import { type Html, html } from '../pages/html.ts';
import type { PageLanguage } from '../pages/language.ts';
import { renderPage } from '../pages/layout.ts';
import { pageTexts } from '../pages/texts.ts';
import { type Words, wordsIn } from './words.ts';

/** The parts of a page that do not depend on its content. */
export type Frame = {
  readonly language: PageLanguage;
  readonly words: Words;
  /** `/pay/<address>`, with the base path. */
  readonly path: string;
  /** The language that the payer chose, for the page's own addresses: empty, or `lang=fr`. */
  readonly chosen: string;
  readonly scriptPath: string;
  /** The path of the public URL; empty without one. */
  readonly base: string;
  readonly brand: string;
  readonly money: (amount: bigint, currency: string) => string;
  /** The provider of a rail, or the rail's own name. */
  readonly providerOf: (rail: string) => string;
};

export type FrameOptions = Pick<Frame, 'language' | 'path' | 'scriptPath' | 'base' | 'brand' | 'providerOf'> & {
  readonly isChosen: boolean;
  readonly exponentOf: (currency: string) => number;
};

export function frameOf({ isChosen, exponentOf, ...options }: FrameOptions): Frame {
  const { language } = options;
  return {
    ...options,
    words: wordsIn(language),
    chosen: isChosen ? `lang=${language}` : '',
    money: (amount, code) => readableAmount(amount, { code, exponent: exponentOf(code) }, language),
  };
}

/** An address of the same page, in the language that the payer chose. */
export function addressIn({ path, chosen }: Pick<Frame, 'path' | 'chosen'>, below = '', query = ''): string {
  const parts = [query, chosen].filter((part) => part !== '').join('&');
  return path + below + (parts === '' ? '' : `?${parts}`);
}

export type Content = {
  readonly merchant: PageMerchant;
  readonly livemode: boolean;
  /** Words before the name of the page in the browser's tab, such as the state. */
  readonly title: string | null;
  readonly body: Html;
  /** The page changes by itself: the stream that says when, and the state that it shows now. */
  readonly live?: { readonly events: string; readonly state: string };
  /** Seconds after which a browser without scripts loads the page again; null if the payer may be typing. */
  readonly refreshS?: number | null;
};

/** A whole page of the merchant. */
export function renderFrame(frame: Frame, { merchant, livemode, title, body, live, refreshS = null }: Content): string {
  const { language, words, path, scriptPath } = frame;
  const heading = words('payTo', { merchant: merchant.name });
  const attributes = live ? html` id="live" data-events="${live.events}" data-state="${live.state}"` : null;
  return renderPage({
    language,
    title: title === null ? heading : `${title} · ${heading}`,
    path,
    languagesLabel: pageTexts[language].languages,
    head: html`${
      refreshS !== null &&
      html`<noscript><meta http-equiv="refresh" content="${refreshS}"></noscript>
`
    }<script src="${scriptPath}" defer></script>
`,
    body: html`<header>${logoImage(merchant, frame)}<h1>${heading}</h1></header>
<div${attributes} data-offline="${words('offline')}">
${!livemode && html`<p class="state wait">${words('test')}</p>`}
${body}
</div>`,
  });
}

/** The heading beside it names the merchant, so a screen reader skips the picture. */
const logoImage = ({ logo }: PageMerchant, { base }: Frame): Html | null =>
  logo && html`<img class="logo" src="${base}${logo.path}" width="${logo.width}" height="${logo.height}" alt="">`;

/** An address of another host, for a link. Only web addresses become one. */
export const webAddress = (url: string | null | undefined): string | null =>
  url && /^https?:\/\//i.test(url) ? url : null;
