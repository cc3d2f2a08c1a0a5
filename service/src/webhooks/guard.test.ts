import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { hostileUrls, names, PUBLIC, resolve } from '../../test/http/hostile-urls.ts';
import { checkUrl, type Policy } from './guard.ts';
import { openSender } from './send.ts';

const live: Policy = { allowLoopback: false, allowedCidrs: [] };
const sandbox: Policy = { allowLoopback: true, allowedCidrs: [] };
/** Control: every address passes, so the sentinel must be reached. */
const unguarded: Policy = { allowLoopback: false, allowedCidrs: ['0.0.0.0/0', '::/0'] };

describe('the guard, against a sentinel on loopback', () => {
  let connections = 0;
  const onConnection = (socket: import('node:net').Socket) => {
    connections++;
    socket.on('error', () => {});
    socket.destroy();
  };
  const sentinel = createServer(onConnection);
  const sentinel6 = createServer(onConnection);
  let port = 0;

  before(async () => {
    await new Promise<void>((done) => sentinel.listen(0, '127.0.0.1', done));
    port = (sentinel.address() as { port: number }).port;
    // Where IPv6 is off, only the IPv4 sentinel listens.
    await new Promise<void>((done) => sentinel6.on('error', () => done()).listen(port, '::1', done));
  });
  after(() => {
    sentinel.close();
    sentinel6.close();
  });

  it('refuses every hostile URL without a connection, when sending and at creation', async () => {
    connections = 0;
    const urls = hostileUrls(port);
    assert.ok(new Set(urls).size >= 200, `${urls.length} URLs`);
    const sender = openSender({ policy: live, resolve, timeoutMs: 2000 });
    for (const url of urls) {
      const { responseStatus, error } = await sender.send({ url, headers: {}, body: '{}' });
      assert.equal(responseStatus, null, url);
      assert.ok(
        error && ['invalid_url', 'refused_address', 'dns'].includes(error.class),
        `${url}: ${JSON.stringify(error)}`,
      );
      const refusal = await checkUrl(url, live, resolve);
      assert.equal(refusal, error.class === 'dns' ? null : error.message, url);
    }
    await sender.close();
    assert.equal(connections, 0);
  });

  it('control: without the address check the same URLs reach the sentinel', async () => {
    connections = 0;
    const urls = hostileUrls(port).filter((url) => {
      const parsed = URL.parse(url);
      if (parsed?.protocol !== 'https:' || parsed.username || parsed.password) return false;
      return parsed.hostname === '127.0.0.1' || names[parsed.hostname]?.[0] === '127.0.0.1';
    });
    const sender = openSender({ policy: unguarded, resolve, timeoutMs: 2000 });
    for (const url of urls) await sender.send({ url, headers: {}, body: '{}' });
    await sender.close();
    assert.ok(urls.length >= 20, `${urls.length} URLs`);
    assert.ok(connections >= urls.length, `${connections} connections for ${urls.length} URLs`);
  });

  it('refuses a name that is public at creation and loopback at the attempt', async () => {
    connections = 0;
    const answers = [PUBLIC, '127.0.0.1', '::1', '::ffff:127.0.0.1'];
    const rebinding = async () => [answers.shift() ?? '127.0.0.1'];
    const url = `https://rebind.test:${port}/`;
    assert.equal(await checkUrl(url, live, rebinding), null);
    const sender = openSender({ policy: live, resolve: rebinding, timeoutMs: 2000 });
    for (let i = 0; i < 6; i++) {
      assert.equal((await sender.send({ url, headers: {}, body: '{}' })).error?.class, 'refused_address');
    }
    await sender.close();
    assert.equal(connections, 0);
  });

  it('does not send over http to a public address, whatever networks the operator allowed', async () => {
    const sender = openSender({
      policy: { allowLoopback: false, allowedCidrs: ['10.20.0.0/16'] },
      resolve: async () => [PUBLIC],
      timeoutMs: 2000,
    });
    const { error } = await sender.send({ url: 'http://erp.test/', headers: {}, body: '{}' });
    await sender.close();
    assert.equal(error?.class, 'invalid_url');
  });

  it('looks a name up once for a connection, and connects to the checked addresses', async () => {
    connections = 0;
    let asked = 0;
    const alternating = async () => [asked++ % 2 === 0 ? '127.0.0.1' : '10.0.0.1'];
    const sender = openSender({ policy: sandbox, resolve: alternating, timeoutMs: 2000 });
    const url = `http://rebind.test:${port}/`;
    const classes = [];
    for (let i = 0; i < 4; i++) classes.push((await sender.send({ url, headers: {}, body: '{}' })).error?.class);
    await sender.close();
    assert.deepEqual(classes, ['connect', 'refused_address', 'connect', 'refused_address']);
    assert.equal(asked, 4);
    assert.equal(connections, 2);
  });
});

describe('checkUrl', () => {
  const answering =
    (...addresses: string[]) =>
    async () =>
      addresses;

  it('accepts public addresses, literal or named', async () => {
    const open = [
      'https://8.8.8.8/',
      'https://1.1.1.1:8443/x?y=z',
      'https://[2606:4700:4700::1111]/',
      'https://[2a00:1450:4007::1]/',
    ];
    for (const url of open) assert.equal(await checkUrl(url, live), null, url);
    assert.equal(await checkUrl('https://example.com/', live, answering('8.8.8.8', '2606:4700::1')), null);
    assert.equal(await checkUrl('https://bücher.example/', live, answering('8.8.8.8')), null);
  });

  it('accepts a name that does not resolve yet', async () => {
    assert.equal(await checkUrl('https://later.example/', live, answering()), null);
  });

  it('explains what to do', async () => {
    const says = async (url: string, pattern: RegExp, policy = live, resolve = answering('10.0.0.1')) =>
      assert.match((await checkUrl(url, policy, resolve)) ?? '', pattern);
    await says('example.com/hook', /complete URL.*https:\/\/example\.com/);
    await says('http://example.com/', /must begin with https:\/\//);
    await says('https://me:secret@example.com/', /user name or password/);
    await says('https://169.254.169.254/', /169\.254\.169\.254 is not public \(linkLocal\).*operator/);
    await says('https://intranet.example/', /An address of intranet\.example is not public \(private\)/);
  });

  it("does not reveal the addresses of names, which may belong to the operator's network", async () => {
    const refusal = await checkUrl('https://db.internal/', live, answering('10.1.2.3'));
    assert.doesNotMatch(refusal!, /10\.1/);
  });

  it('allows http and loopback in the sandbox, and no other private address', async () => {
    const open = [
      'http://localhost:3000/',
      'http://127.0.0.1:3000/',
      'http://127.8.8.8/',
      'http://[::1]:3000/',
      'http://8.8.8.8/',
    ];
    for (const url of open) assert.equal(await checkUrl(url, sandbox), null, url);
    for (const host of [
      '10.0.0.1',
      '169.254.169.254',
      '0.0.0.0',
      '[::ffff:127.0.0.1]',
      '[::]',
      '[fd00::1]',
      '[::127.0.0.1]',
    ]) {
      assert.match((await checkUrl(`http://${host}/`, sandbox)) ?? '', /not public/, host);
    }
  });

  it("allows the operator's networks, over http too, and nothing beside them", async () => {
    const policy: Policy = { allowLoopback: false, allowedCidrs: ['10.20.0.0/16', 'fd12::/64'] };
    const open = ['https://10.20.255.1/', 'http://10.20.0.1:8080/', 'http://[fd12::9]/', 'https://8.8.8.8/'];
    for (const url of open) assert.equal(await checkUrl(url, policy), null, url);
    assert.equal(await checkUrl('http://erp.lan/', policy, answering('10.20.0.1')), null);
    for (const url of [
      'https://10.21.0.1/',
      'https://[fd12:0:0:1::9]/',
      'https://127.0.0.1/',
      'https://[::ffff:10.20.0.1]/',
    ]) {
      assert.match((await checkUrl(url, policy)) ?? '', /not public/, url);
    }
    assert.match((await checkUrl('http://8.8.8.8/', policy)) ?? '', /https/);
    assert.match((await checkUrl('http://erp.lan/', policy, answering('10.20.0.1', '8.8.8.8'))) ?? '', /https/);
    assert.match((await checkUrl('http://erp.lan/', policy, answering('10.20.0.1', '10.21.0.1'))) ?? '', /not public/);
  });
});
