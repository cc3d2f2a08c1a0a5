import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertUrl } from './convert-url.ts';

const policy = { allowLoopback: true, allowedCidrs: [], proxy: 'http://127.0.0.1:1' };

test('a URL with other scripts and unescaped paths is stored as it is sent', async () => {
  for (const [given, url] of [
    ['https://bücher.example/töpfe', 'https://xn--bcher-kva.example/t%C3%B6pfe'],
    ['https://δοκιμή.example:8443/', 'https://xn--jxalpdlp.example:8443/'],
    ['https://shop.example/my hooks?for=the shop', 'https://shop.example/my%20hooks?for=the%20shop'],
    ['https://shop.example/<a>"b"', 'https://shop.example/%3Ca%3E%22b%22'],
    ['  https://shop.example/a ', 'https://shop.example/a'],
    // A URL in the form of RFC 3986 stays unchanged, down to its last slash.
    ['https://shop.example', 'https://shop.example'],
    ['https://shop.example/a%20b/../c?d=[1]', 'https://shop.example/a%20b/../c?d=[1]'],
  ] as const) {
    assert.deepEqual(await convertUrl(given, policy), { url, urlFault: null }, given);
  }
});

test('a URL that would be parsed as another one than it looks is refused, with advice', async () => {
  for (const given of ['https://shop.example/a\nb', 'https://shop\u200b.example/', 'https://shop.example/\u0000']) {
    assert.match((await convertUrl(given, policy)).urlFault!, /Type it again/, JSON.stringify(given));
  }
  for (const given of ['https:bücher.example', 'bücher.example/hook', 'nonsense']) {
    assert.match((await convertUrl(given, policy)).urlFault!, /must look like https:\/\//, given);
  }
});
