import { readableAmount } from '../messages/texts.ts';
import { type Html, html } from '../pages/html.ts';
import type { PageLanguage } from '../pages/language.ts';
import { renderPage } from '../pages/layout.ts';
import { type QrCode, qrImage } from '../pages/qr.ts';
import { pageTexts } from '../pages/texts.ts';
import { type Facts, maskParty, type ReceiptState } from './facts.ts';
import type { ReceiptStatement } from './statement.ts';
import type { Stopped } from './stops.ts';
import { readableTime, receiptTexts } from './texts.ts';

/** Needed by every page of receipts. */
export type PageOptions = {
  /** The base path of the service; empty without one. */
  readonly path: string;
  readonly exponentOf: (currency: string) => number;
};

const shades: Readonly<Record<ReceiptState, string>> = {
  open: 'wait',
  paid: 'good',
  failed: 'bad',
  reversed: 'bad',
  returned: 'bad',
  canceled: 'bad',
};

export const stateBadge = (state: ReceiptState, language: PageLanguage): Html =>
  html`<span class="state ${shades[state]}">${receiptTexts[language].states[state]}</span>`;

const money = (amount: bigint, currency: string, language: PageLanguage, { exponentOf }: PageOptions) =>
  readableAmount(amount, { code: currency, exponent: exponentOf(currency) }, language);

/** Rows of a list of facts; empty values are left out. */
const rows = (facts: readonly (readonly [string, string | Html | null])[]): Html => {
  const filled = facts.filter(([, value]) => value !== null && value !== '');
  return html`<dl>
${filled.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`;
};

/** The sender and the receiver of the money, as a receipt names them. */
export const endsOf = ({
  kind,
  party,
  merchant,
}: {
  kind: Facts['receipt']['kind'];
  party: string;
  merchant: string;
}) => (kind === 'payment' ? { from: party, to: merchant } : { from: merchant, to: party });

export type ReceiptPage = {
  readonly facts: Facts;
  readonly token: string;
  /** The address that verifies the statement, and its QR code. */
  readonly verifyPath: string;
  readonly qr: QrCode;
  /** Which messages this receiver stopped; null if none can be sent. */
  readonly stopped: Stopped | 'none' | null;
};

/** The page of a receipt. It needs no script, and its only image is the merchant's logo. */
export function receiptPage(page: ReceiptPage, language: PageLanguage, options: PageOptions): string {
  const { facts, token, verifyPath, qr } = page;
  const { merchant, receipt, refunds } = facts;
  const texts = receiptTexts[language];
  const path = `${options.path}/r/${token}`;
  const title = texts.titles[receipt.kind];
  const { from, to } = endsOf({ kind: receipt.kind, party: maskParty(facts.party), merchant: merchant.name });
  const sum = (amount: bigint) => money(amount, facts.currency, language, options);
  const at = (time: Date) => readableTime(time, merchant.timeZone, language);
  const body = html`<header>${logo(merchant, options)}<h1>${title}</h1></header>
<div class="card">
${receipt.livemode ? null : html`<p class="error">${texts.test}</p>`}
<p>${stateBadge(facts.state, language)}</p>
<p class="amount">${sum(facts.amount)}</p>
${rows([
  [texts.when, at(facts.at)],
  [texts.from, from],
  [texts.to, to],
  [texts.fee, facts.fee > 0n ? sum(facts.fee) : null],
  [texts.description, facts.description],
  [texts.provider, facts.provider],
  [texts.providerReceipt, facts.providerReceipt],
  [texts.number, html`<code>${receipt.id}</code>`],
])}
${refundList(refunds, { sum, at, language })}
<p><a class="button plain" href="${path}.pdf?lang=${language}" download>${texts.pdf}</a></p>
</div>
<section class="card"><h2>${texts.check}</h2>
${qrImage(qr, texts.qr)}
<p>${texts.checkAdvice}</p>
<p><a href="${verifyPath}&amp;lang=${language}">${texts.checkLink}</a></p>
</section>
${stopForm(page, language, path)}`;
  return renderPage({ language, title, body, path, languagesLabel: pageTexts[language].languages });
}

type RefundWords = {
  readonly sum: (amount: bigint) => string;
  readonly at: (time: Date) => string;
  readonly language: PageLanguage;
};

const refundList = (refunds: Facts['refunds'], { sum, at, language }: RefundWords): Html | null =>
  refunds.length === 0
    ? null
    : html`<h2>${receiptTexts[language].refunds}</h2><ul>
${refunds.map((one) => html`<li>${sum(one.amount)} ${stateBadge(one.state, language)} ${at(one.at)}</li>\n`)}</ul>`;

function logo({ logo, name }: Facts['merchant'], { path }: PageOptions): Html {
  if (!logo) return html`<p><b>${name}</b></p>`;
  return html`<img class="logo" src="${path}${logo.path}" width="${logo.width}" height="${logo.height}" alt="${name}">`;
}

/** A form and not a link: previews of messages and scanners follow links. */
function stopForm({ stopped }: ReceiptPage, language: PageLanguage, path: string): Html | null {
  if (stopped === null) return null;
  const texts = receiptTexts[language];
  const advice = { all: texts.stopped, sms: `${texts.stoppedBySms} ${texts.stopEmails}`, none: texts.stopAdvice }[
    stopped
  ];
  const isStopped = stopped === 'all';
  return html`<section class="card"><p>${advice}</p>
<form method="post" action="${path}/messages?lang=${language}">
<input type="hidden" name="messages" value="${isStopped ? 'start' : 'stop'}">
<button class="plain">${isStopped ? texts.start : texts.stop}</button>
</form></section>`;
}

export type ReceiptVerdict = {
  /** The text that was typed or scanned; null on the empty form. */
  readonly code: string | null;
  /** Null: the code is not valid. */
  readonly statement: ReceiptStatement | null;
  readonly timeZone: string;
  /** The state now, if it has changed. */
  readonly stateNow: ReceiptState | null;
  /** The refunds now: a refunded payment keeps its state. */
  readonly refunds: Facts['refunds'];
};

/** The page on which anybody checks a code. */
export function verifyPage(verdict: ReceiptVerdict, language: PageLanguage, options: PageOptions): string {
  const texts = receiptTexts[language];
  const path = `${options.path}/r/verify`;
  const body = html`<header><h1>${texts.verifyTitle}</h1></header>
${verdict.code !== null && html`<div class="card" role="status">${judged(verdict, language, options)}</div>`}
<form class="card" method="get" action="${path}">
<p>${texts.verifyAdvice}</p>
<label for="code">${texts.code}</label>
<textarea id="code" name="code" rows="3" required autocomplete="off" autocapitalize="off" spellcheck="false"></textarea>
<input type="hidden" name="lang" value="${language}">
<button>${texts.verify}</button>
</form>`;
  const { languages } = pageTexts[language];
  const query = verdict.code === null ? undefined : `code=${encodeURIComponent(verdict.code)}`;
  return renderPage({
    ...{ language, title: texts.verifyTitle, body, path, languagesLabel: languages },
    ...(query === undefined ? {} : { query }),
  });
}

function judged(verdict: ReceiptVerdict, language: PageLanguage, options: PageOptions): Html {
  const { statement, stateNow, timeZone, refunds } = verdict;
  const texts = receiptTexts[language];
  if (!statement) return html`<h2><span class="state bad">${texts.forged}</span></h2><p>${texts.forgedAdvice}</p>`;
  const { from, to } = endsOf(statement);
  const sum = (amount: bigint) => money(amount, statement.currency, language, options);
  const at = (time: Date) => readableTime(time, timeZone, language);
  return html`<h2><span class="state good">${texts.genuine}</span></h2>
<p>${texts.genuineAdvice}</p>
${statement.livemode ? null : html`<p class="error">${texts.test}</p>`}
${stateNow && html`<p class="error">${texts.changed} ${stateBadge(stateNow, language)}</p>`}
<p>${texts.titles[statement.kind]} ${stateBadge(statement.state, language)}</p>
<p class="amount">${sum(statement.amount)}</p>
${rows([
  [texts.when, at(statement.at)],
  [texts.from, from],
  [texts.to, to],
  [texts.providerReceipt, statement.providerReceipt],
  [texts.number, html`<code>${statement.receipt}</code>`],
])}
${refundList(refunds, { sum, at, language })}`;
}
