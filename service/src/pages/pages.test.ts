import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { html, trusted } from './html.ts';
import { pageLanguages, readLanguage } from './language.ts';
import { renderPage } from './layout.ts';
import { formOf, pageScope } from './scope.ts';
import { languageOfRequest, sendNoPage, sendPage } from './send.ts';
import { pageTexts } from './texts.ts';

const hostile = `"><script>alert('x')</script>&amp;`;

it('a template escapes every value except markup of another template', () => {
  const part = html`<b title="${hostile}">${hostile}</b>`;
  const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;';
  assert.equal(part.markup, `<b title="${escaped}">${escaped}</b>`);
  const list = html`${[part, html`<i>${1n}</i>`, 'a<b']}${null}${undefined}${false}${0}${trusted('<br>')}`;
  assert.equal(list.markup, `${part.markup}<i>1</i>a&lt;b0<br>`);
});

it('the language is the chosen one, then the first of the browser that the pages have, then English', () => {
  assert.equal(readLanguage('sw', 'fr'), 'sw');
  assert.equal(readLanguage('xx', 'fr-SN,fr;q=0.9,en;q=0.8'), 'fr');
  assert.equal(readLanguage(['fr'], 'de, sw;q=0.5, en;q=0.7'), 'en');
  assert.equal(readLanguage(undefined, 'en;q=0.1, ht;q=0.2'), 'ht');
  for (const odd of [undefined, '', '*', 'xx', ';;,,', 'fr;q=0', '__proto__'])
    assert.equal(readLanguage('constructor', odd), 'en');
});

function open(): FastifyInstance {
  const app = Fastify();
  pageScope(app, pino({ level: 'silent' }), (scope) => {
    scope.get('/page', (request, reply) => {
      const language = languageOfRequest(request);
      const body = html`<h1>${hostile}</h1>`;
      const page = renderPage({
        language,
        title: hostile,
        body,
        path: '/page',
        languagesLabel: pageTexts[language].languages,
      });
      return sendPage(request, reply, page);
    });
    scope.get('/broken', () => {
      throw new Error('SELECT secret');
    });
    scope.get('/none', (request, reply) => sendNoPage(request, reply));
    scope.post('/form', (request) => ({ name: formOf(request.body).get('name') }));
  });
  return app;
}

it('a page has a strict policy, no cookie, no address of another host, and links to the other languages', async () => {
  const answer = await open().inject({ url: '/page?lang=fr', headers: { 'accept-encoding': 'gzip, br' } });
  const page = gunzipSync(answer.rawPayload).toString();
  assert.match(page, /<html lang="fr">/);
  assert.doesNotMatch(page, /<script|https?:|url\(|@import| style=/);
  for (const language of Object.keys(pageLanguages).filter((code) => code !== 'fr'))
    assert.match(page, new RegExp(`href="/page\\?lang=${language}"`));
  const { headers } = answer;
  assert.equal(headers['set-cookie'], undefined);
  assert.equal(headers['cache-control'], 'no-store');
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /);
  assert.match(policy, /form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/);
  assert.doesNotMatch(policy, /script-src|unsafe/);
});

it('an error inside a page answers a page without the reason, in the language of the reader', async () => {
  const answer = await open().inject({ url: '/broken', headers: { 'accept-language': 'pt' } });
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '60']);
  assert.ok(answer.body.includes(pageTexts.pt.unavailable));
  assert.ok(!answer.body.includes('secret'));
  const none = await open().inject('/none');
  assert.equal(none.statusCode, 404);
  assert.ok(none.body.includes(pageTexts.en.notFound));
});

it('a form arrives as its fields, and other bodies are refused', async () => {
  const app = open();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = await app.inject({ method: 'POST', url: '/form', headers, payload: 'name=A+%26+B' });
  assert.deepEqual(sent.json(), { name: 'A & B' });
  const large = await app.inject({ method: 'POST', url: '/form', headers, payload: `name=${'x'.repeat(20_000)}` });
  assert.equal(large.statusCode, 413);
  const json = { 'content-type': 'application/json' };
  const other = await app.inject({ method: 'POST', url: '/form', headers: json, payload: '{}' });
  assert.equal(other.statusCode, 415);
  const none = await app.inject({ method: 'POST', url: '/form' });
  assert.deepEqual(none.json(), { name: null });
});

it('every language has every text', () => {
  for (const texts of Object.values(pageTexts)) {
    assert.deepEqual(Object.keys(texts), Object.keys(pageTexts.en));
    for (const text of Object.values(texts)) assert.ok(text.length > 3);
  }
});
