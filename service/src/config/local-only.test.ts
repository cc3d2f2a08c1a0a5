import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLocalOnly } from './local-only.ts';

test('a service is local if it listens on loopback and has no public URL elsewhere', () => {
  const local = ['127.0.0.1', '127.8.9.1', '::1', '[::1]', 'localhost', '::ffff:127.0.0.1'];
  const urls = ['', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://pay.localhost'];
  for (const HOST of local)
    for (const PUBLIC_URL of urls) assert.equal(isLocalOnly({ HOST, PUBLIC_URL }), true, HOST + PUBLIC_URL);
});

test('a service that others can reach is not local', () => {
  for (const HOST of ['0.0.0.0', '::', '', '10.0.0.5', '192.168.1.2', 'pay.example', 'localhost.example'])
    assert.equal(isLocalOnly({ HOST, PUBLIC_URL: '' }), false, HOST);
  for (const PUBLIC_URL of ['https://pay.example', 'http://10.0.0.5:3000', 'http://rialto:3000', 'http://127.example'])
    assert.equal(isLocalOnly({ HOST: '127.0.0.1', PUBLIC_URL }), false, PUBLIC_URL);
});
