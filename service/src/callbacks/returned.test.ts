import assert from 'node:assert/strict';
import { it } from 'node:test';
import Fastify from 'fastify';
import { registerReturned } from './returned.ts';

it('the page has no script, says nothing about a payment, and shows nothing from its address', async () => {
  const app = Fastify();
  registerReturned(app);
  const headers = { 'accept-language': 'pt' };
  const { body, headers: answered } = await app.inject({ url: '/returned?status=<b>paid</b>', headers });
  assert.match(body, /<html lang="pt">/);
  assert.doesNotMatch(body, /<script|paid|<b>/);
  assert.match(String(answered['content-security-policy']), /default-src 'none'/);
});
