import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { type CounterpartProcess, startCounterpartProcess } from '../../../counterparts/test/start-process.ts';
import { becomes, startTestService, type TestService, testSecretKey } from '../support/harness.ts';
import { inLongSuite } from '../support/in-long-suite.ts';
import { makeDirectory } from '../support/kill.ts';
import { actsOn, makeOperator } from '../support/operators.ts';
import { readSvg } from '../support/read-qr.ts';

const env = { CURRENCIES: 'UGX,GHS' };
let service: TestService;
let mtn: CounterpartProcess;
let file: string;
before(async () => {
  [service, mtn] = await Promise.all([startTestService(env), startCounterpartProcess('mtn-momo')]);
  file = join(makeDirectory(), 'credentials.json');
  writeFileSync(file, JSON.stringify(mtn.credentials));
});
after(() => Promise.all([service.stop(), mtn.stop()]));

const cache = new URL('../../../node_modules/.cache/node', import.meta.url).pathname;

/** `npm run admin -- rails …`, as a person types it. */
async function rails(args: string, input = ''): Promise<{ code: number; out: string; err: string }> {
  const main = new URL('../../src/admin.ts', import.meta.url).pathname;
  const settings = { DATABASE_URL: service.url, SECRET_KEY: testSecretKey, NODE_COMPILE_CACHE: cache, ...env };
  const child = spawn(process.execPath, [main, 'rails', ...args.split(' ')], { env: { ...process.env, ...settings } });
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const code = child.exitCode ?? (await new Promise<number>((resolve) => child.on('exit', (one) => resolve(one ?? 1))));
  return { code, out: out.trim(), err: err.trim() };
}
const scheme = {
  scheme: 'Test QR',
  templates: { 26: { '00': 'org.example.qr', '01': '0012345' } },
  ...{ category: '5411', city: 'Kampala' },
};
const settingsOf = async (slug: string) => JSON.parse((await rails(`show ${slug}`)).out);
const healthOf = async (slug: string) => {
  const operator = await makeOperator(service, 'support');
  const { body } = await operator.call('GET', '/operator/rails');
  return body.data.some(({ name }: { name: string }) => name === slug);
};

it('a rail is added, changed, tested and removed by commands, and a running service follows', async () => {
  const secret: string = mtn.credentials.collection.api_key;
  const added = await rails(
    `add mtn-momo --slug mtn-ug --country UG --currency UGX --base-url ${mtn.url} --maximum 50000 --credentials-file -`,
    JSON.stringify(mtn.credentials),
  );
  assert.equal(added.code, 0, added.err);
  assert.ok(!added.out.includes(secret));
  await becomes(() => healthOf('mtn-ug'), true);
  assert.equal((await rails('set mtn-ug --maximum none --prefixes 25677,25678 --calls-per-second 20')).code, 0);
  const { maximum, prefixes, calls_per_second: rate, status } = await settingsOf('mtn-ug');
  assert.deepEqual([maximum, prefixes, rate, status], [null, ['25677', '25678'], 20, 'enabled']);
  const tested = await rails('test mtn-ug');
  assert.equal(tested.code, 0, tested.out);
  assert.match(tested.out, /^token +succeeded/m);
  assert.match(tested.out, /^balance +succeeded/m);
  assert.match(tested.out, /^lookup +succeeded/m);
  assert.match((await rails('list')).out, /mtn-ug +mtn-momo +test +UG +UGX +enabled/);
  assert.equal((await rails('pause mtn-ug --reason moved')).code, 0);
  assert.equal((await rails('remove mtn-ug --reason moved')).code, 0);
  await becomes(() => healthOf('mtn-ug'), false);
  const actions = (await actsOn(service, 'mtn-ug')).map(({ action }) => action);
  assert.deepEqual(actions, [...['rail.added', 'rail.changed', 'rail.paused', 'rail.removed']]);
});

inLongSuite('wrong credentials fail the test with words, and are rotated without a restart', async () => {
  const wrong = { ...mtn.credentials, collection: { ...mtn.credentials.collection, api_key: 'canary-wrong-key' } };
  const add = `add mtn-momo --slug mtn-two --country UG --currency UGX --base-url ${mtn.url} --credentials-file -`;
  assert.equal((await rails(add, JSON.stringify(wrong))).code, 0);
  const failed = await rails('test mtn-two');
  assert.equal(failed.code, 1);
  assert.match(failed.out, /^token +failed +The provider refuses the credentials \(401\)/m);
  assert.ok(!(failed.out + failed.err).includes('canary'));
  assert.equal((await rails(`rotate mtn-two --credentials-file ${file}`)).code, 0);
  assert.equal((await rails('test mtn-two')).code, 0);
});

inLongSuite('a scheme account is set by a file, and the links of its currency have its QR code', async () => {
  const add = `add mtn-momo --slug mtn-qr --country UG --currency UGX --base-url ${mtn.url} --credentials-file ${file}`;
  assert.equal((await rails(add)).code, 0);
  const shop = await service.merchant('Café Ndèye');
  const link = (await shop.call('POST', '/links', { amount: 12_500, currency: 'UGX' })).body;
  const codeOf = async (query: string, accept = 'image/svg+xml') =>
    fetch(`${service.base}/api/v1/links/${link.id}/qr${query}`, {
      headers: { authorization: `Bearer ${shop.key}`, accept },
    });
  const missing = await codeOf('?content=emvco');
  const { error } = (await missing.json()) as any;
  assert.deepEqual([missing.status, error.code], [422, 'qr_scheme_missing']);
  assert.match(error.message, /UGX/);
  const set = (given: object) => rails('rotate mtn-qr --scheme-file -', JSON.stringify(given));
  const refused = await set({ ...scheme, category: 'bread' });
  assert.deepEqual([refused.code, /scheme\.category must match/.test(refused.err)], [1, true], refused.err);
  assert.equal((await set(scheme)).code, 0);
  assert.deepEqual((await settingsOf('mtn-qr')).scheme, scheme);
  const has = async () => (await codeOf('?content=emvco')).status;
  await becomes(has, 200);
  const payload = readSvg(await (await codeOf('?content=emvco')).text());
  const [, reference] = /0513([0-9a-z]{13})/.exec(payload)!;
  assert.equal(reference, link.url.slice(-13));
  assert.match(
    payload,
    /^00020101021126290014org\.example\.qr01070012345520454115303800540512500?5802UG5910Cafe Ndeye/,
  );
  assert.match(payload, /0110Café Ndèye/);
  assert.equal(readSvg(await (await codeOf('')).text()), link.url, 'the address stays the default');
  assert.equal((await codeOf('?content=emvco', 'application/pdf')).headers.get('content-type'), 'application/pdf');
  assert.equal((await codeOf('?content=other')).status, 400);
  // Payers should not send money to a rail that is paused.
  assert.equal((await rails('pause mtn-qr --reason moved')).code, 0);
  await becomes(has, 422);
  assert.equal((await rails('rotate mtn-qr --no-scheme')).code, 0);
  assert.equal((await settingsOf('mtn-qr')).scheme, null);
});

it('a file that is not JSON, or misses a field, is refused without a word of its content', async () => {
  const add = 'add mtn-momo --slug mtn-three --country GH --currency GHS --credentials-file -';
  const broken = await rails(add, '{"api_key": "canary-of-the-file" oops');
  assert.deepEqual([broken.code, broken.err], [1, 'rialto: the credentials file is not JSON']);
  const partial = await rails(add, '{"target_environment": "sandbox", "canary_field": "canary-of-the-file"}');
  assert.equal(partial.code, 1);
  assert.match(partial.err, /credentials.collection is missing; credentials.canary_field is not a field/);
  assert.ok(!partial.err.includes('canary-of-the-file'));
});

inLongSuite('a live rail waits for two operators, who approve it with the API', async () => {
  const live = 'add mtn-momo --slug mtn-live --country GH --currency GHS --mode live --credentials-file -';
  const added = await rails(live, JSON.stringify(mtn.credentials));
  assert.match(added.out, /It waits for the approval of two operators/);
  assert.match((await rails('resume mtn-live')).err, /two operators must approve it first/);
  const [maker, checker] = [await makeOperator(service, 'admin'), await makeOperator(service, 'finance')];
  const asked = await maker.call('POST', '/operator/rail_settings/mtn-live/request_approval', { reason: 'signed' });
  assert.equal(asked.status, 202, asked.text);
  assert.equal((await checker.call('POST', `/operator/approvals/${asked.body.id}/approve`)).status, 200);
  const settings = async () => (await maker.call('GET', '/operator/rail_settings/mtn-live')).body;
  assert.equal((await settings()).status, 'enabled');

  // Payers send money to the scheme account, so it waits for two operators as the credentials do.
  assert.equal((await rails('rotate mtn-live --scheme-file -', JSON.stringify(scheme))).code, 0);
  const { scheme: before, proposal, fingerprint } = await settings();
  assert.deepEqual([before, proposal.scheme], [null, scheme]);
  assert.notEqual(proposal.fingerprint, fingerprint);
  const next = await maker.call('POST', '/operator/rail_settings/mtn-live/request_approval', { reason: 'signed' });
  assert.equal((await checker.call('POST', `/operator/approvals/${next.body.id}/approve`)).status, 200);
  const after = await settings();
  assert.deepEqual([after.scheme, after.proposal, after.fingerprint], [scheme, null, proposal.fingerprint]);
  const keys = { credentials: mtn.credentials, reason: 'yearly' };
  assert.equal((await maker.call('POST', '/operator/rail_settings/mtn-live/rotate', keys)).status, 202);
  assert.deepEqual((await settings()).proposal.scheme, scheme, 'new credentials keep the scheme account');
});
