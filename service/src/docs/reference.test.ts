import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { catalogue } from '../../../contract/src/errors.ts';
import { renderOpenapi } from '../../../contract/src/openapi.ts';
import { guideNames } from './guides.ts';
import { registerDocs } from './reference.ts';

const openapi = renderOpenapi({ version: '0.0.0' });
const app = Fastify();
const base = 'https://pay.example';
registerDocs(app, { openapi: () => openapi, base, path: '' });
// The pages link to the dashboard, which service.ts registers beside them.
app.get('/dashboard', () => 'the dashboard');

test('every error code has a page with its status and title', async () => {
  for (const [code, { status }] of Object.entries(catalogue)) {
    const answer = await app.inject(`/docs/errors/${code}`);
    assert.equal(answer.statusCode, 200, code);
    assert.match(answer.headers['content-type'] as string, /^text\/html/);
    assert.ok(answer.body.includes(`<span class="status">${status}</span><code>${code}</code>`), code);
  }
});

test('the index links to every code', async () => {
  const { body } = await app.inject('/docs/errors');
  for (const code of Object.keys(catalogue)) assert.ok(body.includes(`href="/docs/errors/${code}"`), code);
});

test('samples call the service that shows them', async () => {
  for (const path of ['/docs/quick-start', '/docs/quick-start.md', '/docs/collection.json']) {
    const { body } = await app.inject(path);
    assert.doesNotMatch(body, /localhost:3000/, path);
    assert.ok(body.includes(base), path);
  }
});

test('an unknown code is 404, even if it is a property of every object', async () => {
  for (const code of ['no_such_code', 'constructor', '%3Cscript%3E']) {
    const answer = await app.inject(`/docs/errors/${code}`);
    assert.equal(answer.statusCode, 404);
    assert.doesNotMatch(answer.body, /<script/);
  }
});

test('a missing page links to the pages that exist', async () => {
  const { statusCode, headers, body } = await app.inject('/docs/no-such-guide');
  assert.deepEqual([statusCode, headers['content-type']], [404, 'text/html; charset=utf-8']);
  for (const name of guideNames) assert.ok(body.includes(`href="/docs/${name}"`), name);
  assert.equal((await app.inject('/docs/')).headers.location, '/docs');
});

test('the reference loads only from the service itself', async () => {
  const page = await app.inject('/docs');
  assert.equal(page.statusCode, 200);
  assert.doesNotMatch(page.body, /(https?:)?\/\/\w/);
  const paths = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
  for (const path of paths) {
    assert.match(path, /^\//);
    assert.equal((await app.inject(path)).statusCode, 200, path);
  }
  assert.match((await app.inject('/docs/scalar.js')).body, /createApiReference/);
  const start = (await app.inject('/docs/start.js')).body;
  assert.doesNotMatch(start, /https?:/);
});

test('the reference links to the guides, the quick start first', async () => {
  const links = [...openapi.info.description.matchAll(/\]\((\/docs\/[^)]+)\)/g)].map(([, path]) => path!);
  assert.equal(links[0], '/docs/quick-start');
  assert.ok(links.length > 5);
  for (const path of links) assert.equal((await app.inject(path)).statusCode, 200, path);
});

test('the page of an invitation loads only from the service itself', async () => {
  const { body } = await app.inject('/docs/invitation');
  const paths = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
  assert.ok(paths.includes('/docs/invitation.js'));
  for (const path of paths) assert.ok([200, 302].includes((await app.inject(path)).statusCode), path);
});

test('the policy of every page allows nothing but the service itself', async () => {
  for (const path of ['/docs', '/docs/errors', '/docs/errors/not_found', '/docs/invitation', '/docs/concepts']) {
    const policy = String((await app.inject(path)).headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; script-src 'self'; /);
    assert.doesNotMatch(policy, /unsafe-eval|\*|https?:/);
    assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
  }
});

test('openapi.json is the document, compressed if the client supports it, and not sent twice', async () => {
  const first = await app.inject('/openapi.json');
  assert.deepEqual(first.json(), JSON.parse(JSON.stringify(openapi)));
  assert.equal((await app.inject('/api/v1/openapi.json')).body, first.body);
  const packed = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  const again = await app.inject({ url: '/openapi.json', headers: { 'if-none-match': String(first.headers.etag) } });
  assert.equal(again.statusCode, 304);
});

test('the root redirects to the reference', async () => {
  const answer = await app.inject('/');
  assert.equal(answer.statusCode, 302);
  assert.equal(answer.headers.location, '/docs');
});

test('every guide is a page, and every link on it leads to an existing page and heading', async () => {
  const bodies = new Map<string, string>();
  const read = async (path: string) => {
    if (!bodies.has(path)) {
      const answer = await app.inject(path);
      assert.equal(answer.statusCode, 200, path);
      bodies.set(path, answer.body);
    }
    return bodies.get(path)!;
  };
  let links = 0;
  for (const name of guideNames) {
    const body = await read(`/docs/${name}`);
    assert.match(body, /<h1 id=/);
    for (const [, src] of body.matchAll(/<img[^>]* src="(\/docs\/pictures[^"]+)"/g)) await read(src!);
    for (const [, href] of body.matchAll(/<a[^>]* href="([^"]+)"/g)) {
      if (/^https?:/.test(href!)) continue;
      const [path, anchor] = href!.split('#');
      const target = path ? await read(path) : body;
      if (anchor && path !== '/docs') assert.ok(target.includes(`id="${anchor}"`), `${name}: ${href}`);
      links++;
    }
  }
  assert.ok(links > guideNames.length * 10);
});

test('every guide is served as Markdown too, and llms.txt names them all', async () => {
  const { body } = await app.inject('/llms.txt');
  for (const name of guideNames) {
    assert.ok(body.includes(`(/docs/${name}.md)`), name);
    const page = await app.inject(`/docs/${name}.md`);
    assert.match(String(page.headers['content-type']), /^text\/markdown/);
    assert.match(page.body, /^# /);
  }
});
