import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bothWorlds, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant } from '../support/harness.ts';

const nowhere = [
  'ftp://example.com/',
  'javascript:alert(1)',
  '//example.com',
  'https://',
  'https:example.com',
  'https:/example.com',
  'https:///example.com',
  'https:\\\\example.com',
  'https://user:secret@example.com/',
  'http://10.0.0.1/',
  'https://192.168.1.1/',
  'https://172.16.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://0.0.0.0/',
  'https://100.64.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://0xa9fea9fe/',
  'https://2852039166/',
  'https://0251.0376.0251.0376/',
  'https://[::]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[2002:a9fe:a9fe::]/',
  'https://[2001:0:a9fe:a9fe::]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
];
const loopback = ['http://127.0.0.1/', 'http://localhost/', 'https://127.1/', 'https://[::1]/', 'https://a.localhost/'];

describe("an endpoint's address", () => {
  const create = (shop: TestMerchant, url: string) => shop.call('POST', '/webhooks', { url, events: ['*'] });

  it('may not be private in any notation, and contains no password; the sandbox allows loopback', async () => {
    const sandbox = await startTestService();
    const shop = await sandbox.merchant();
    for (const url of nowhere) {
      const answer = await create(shop, url);
      assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', 'url'], url);
    }
    for (const url of loopback) assert.equal((await create(shop, url)).status, 201, url);
    await sandbox.stop();
  });

  it('in another script is registered and shown as it was sent', async () => {
    const sandbox = await startTestService();
    const shop = await sandbox.merchant();
    const { status, body, text } = await create(shop, 'https://bücher.localhost/die töpfe?q=é');
    assert.equal(status, 201, text);
    assert.equal(body.url, 'https://xn--bcher-kva.localhost/die%20t%C3%B6pfe?q=%C3%A9');
    const change = { url: 'https://δοκιμή.localhost/' };
    assert.equal(
      (await shop.call('PATCH', `/webhooks/${body.id}`, change)).body.url,
      'https://xn--jxalpdlp.localhost/',
    );
    for (const url of ['nonsense', 'https://a.localhost/a\nb']) {
      const answer = await create(shop, url);
      assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', 'url']);
    }
    await sandbox.stop();
  });

  it('may not be loopback in a sandbox that other hosts reach, and the refusal names the setting', async () => {
    const reached: Record<string, string>[] = [
      { HOST: '0.0.0.0' },
      { HOST: '::' },
      { PUBLIC_URL: 'https://sandbox.example' },
    ];
    for (const settings of reached) {
      const sandbox = await startTestService(settings);
      const shop = await sandbox.merchant();
      for (const url of [...loopback, 'http://93.184.215.14/']) {
        const answer = await create(shop, url);
        assert.deepEqual(refusal(answer), [400, 'validation_failed'], url);
        assert.match(answer.body.error.message, /WEBHOOK_ALLOW_CIDRS/, url);
      }
      assert.equal((await create(shop, 'https://93.184.215.14/')).status, 201);
      await sandbox.stop();
    }
  });

  it('may be loopback where the deployment allows it by name, as in a container', async () => {
    const sandbox = await startTestService({ HOST: '0.0.0.0', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128' });
    const shop = await sandbox.merchant();
    for (const url of loopback) assert.equal((await create(shop, url)).status, 201, url);
    await sandbox.stop();
  });

  it('may be loopback where the public URL is this machine’s own: the control', async () => {
    const sandbox = await startTestService({ HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' });
    const shop = await sandbox.merchant();
    for (const url of loopback) assert.equal((await create(shop, url)).status, 201, url);
    await sandbox.stop();
  });

  it('must be https and public where live is on, in test mode too', async () => {
    const live = await startTestService({ ...bothWorlds, WEBHOOK_ALLOW_CIDRS: '' });
    try {
      const shop = await live.merchant();
      const key = (await shop.newKey({ livemode: true })).key;
      for (const url of [...nowhere, ...loopback, 'http://93.184.215.14/']) {
        assert.deepEqual(refusal(await create(shop, url)), [400, 'validation_failed'], url);
        const body = { url, events: ['*'] };
        assert.equal((await live.request('POST', '/api/v1/webhooks', { key, body })).status, 400, url);
      }
      assert.equal((await create(shop, 'https://93.184.215.14/')).status, 201);
    } finally {
      await live.stop();
    }
  });
});
