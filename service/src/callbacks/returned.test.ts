import assert from 'node:assert/strict';
import { it } from 'node:test';
import Fastify from 'fastify';
import { readerLanguage, registerReturned } from './returned.ts';

it('the page is in the first language of the reader that it has', () => {
  assert.equal(readerLanguage('fr-SN,fr;q=0.9,en;q=0.8'), 'fr');
  assert.equal(readerLanguage('de, sw;q=0.5, en;q=0.7'), 'en');
  assert.equal(readerLanguage('en;q=0.1, ht;q=0.2'), 'ht');
  for (const odd of [undefined, '', '*', 'xx', ';;,,', 'fr;q=0', '__proto__']) assert.equal(readerLanguage(odd), 'en');
});

it('the page has no script, says nothing about a payment, and shows nothing from its address', async () => {
  const app = Fastify();
  registerReturned(app);
  const headers = { 'accept-language': 'pt' };
  const { body, headers: answered } = await app.inject({ url: '/returned?status=<b>paid</b>', headers });
  assert.match(body, /<html lang="pt">/);
  assert.doesNotMatch(body, /<script|paid|<b>/);
  assert.match(String(answered['content-security-policy']), /default-src 'none'/);
});
