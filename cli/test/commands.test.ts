import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startFlaky } from '../../sdk/test/flaky.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../../service/test/support/harness.ts';
import { inLongSuite } from '../../service/test/support/in-long-suite.ts';
import { type Desk, sitDown } from './terminal.ts';

describe('a person at the command line', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let desk: Desk;

  before(async () => {
    service = await startTestService();
    merchant = await service.merchant();
    await merchant.wallet('XOF', 100_000n);
    desk = sitDown({ RIALTO_BASE_URL: service.base });
  });
  after(() => service.stop());

  it('is asked to log in, and does, without the key being shown or readable by others', async () => {
    const before = await desk.run('payments', 'list');
    assert.equal(before.code, 3);
    assert.match(before.output, /rialto login/);

    const wrong = desk.start('login');
    await wrong.see(/API key/);
    wrong.type(`rs_test_${'x'.repeat(36)}\r`);
    assert.equal(await wrong.ended(), 3);
    assert.match(wrong.output(), /invalid_api_key/);
    assert.ok(!readdirSync(desk.home).includes('config'), 'an invalid key is not stored');

    const terminal = desk.start('login');
    await terminal.see(/API key/);
    terminal.type(`${merchant.key}\r`);
    assert.equal(await terminal.ended(), 0);
    assert.match(
      terminal.output(),
      new RegExp(`Logged in .* test mode with the key that ends in ${merchant.key.slice(-4)}`),
    );
    assert.ok(!terminal.output().includes(merchant.key));
    const file = join(desk.home, 'config/rialto/config.json');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(JSON.parse(readFileSync(file, 'utf8')).api_key, merchant.key);
  });

  it('takes a payment, sees it in a list, cancels it, and reads it as JSON', async () => {
    const order = ['--amount', '5000', '--currency', 'XOF', '--customer', '+221771230007'];
    const created = await desk.run(
      'payments',
      'create',
      ...order,
      '--reference',
      'order-1',
      '--metadata',
      'shop=dakar',
    );
    assert.equal(created.code, 0, created.output);
    assert.match(created.output, /amount +5 000 XOF/);
    assert.match(created.output, /metadata\.shop +dakar/);
    const [id] = /pay_\w+/.exec(created.output)!;
    const list = await desk.run('payments', 'list', '--reference', 'order-1');
    assert.match(list.output, new RegExp(`^id +status +amount .*\n${id} +\\w+ +5 000 XOF +\\+221771230007 +order-1`));
    assert.notEqual(list.raw, list.output, 'a terminal gets colors');
    const canceled = await desk.json('payments', 'cancel', id!);
    assert.equal(canceled.failure.code, 'canceled');
    assert.equal((await desk.json('payments', 'list')).data[0].id, id);
  });

  it('gets errors with the reason, the page that explains it and an exit code for scripts', async () => {
    const refused = await desk.run('refunds', 'create', `pay_${'0'.repeat(26)}`);
    assert.equal(refused.code, 1);
    assert.match(refused.output, /error: .*\(not_found\)\n +see http.*\/docs\/errors\/not_found\n +request req_/);
    const wrong = await desk.run('payments', 'create', '--amount', '10.50', '--currency', 'USD', '--customer', '+1');
    assert.equal(wrong.code, 2);
    assert.match(wrong.output, /10\.50 USD is 1050/);
    const phone = await desk.run(
      'payments',
      'create',
      '--amount',
      '1',
      '--currency',
      'USD',
      '--customer',
      '221771234567',
    );
    assert.equal(phone.output.split('customer: must be a phone number').length, 2, phone.output);
    const typo = await desk.run('payment', 'list');
    assert.equal(typo.code, 2);
    assert.match(typo.output, /Did you mean payments/);
    const away = await desk.run('payments', 'list', '--base-url', 'http://127.0.0.1:9', '--api-key', merchant.key);
    assert.equal(away.code, 4);
    const nowhere = await desk.run('payments', 'list', '--base-url', 'localhost:3000');
    assert.equal(nowhere.code, 2);
    assert.match(nowhere.output, /--base-url .* must be a URL such as http:\/\/localhost:3000; got localhost:3000/);
    assert.equal((await desk.run('payments', 'list', '--base-url', `${service.base}/api/v1`)).code, 0);
    const json = await desk.json('payments', 'get', `pay_${'0'.repeat(26)}`);
    assert.deepEqual([json.error.type, json.error.code], ['not_found', 'not_found']);
    const order = ['--amount', '500', '--currency', 'HTG', '--customer', '+221770000010'];
    const { id } = await desk.json('payments', 'create', ...order);
    await until(async () => (await desk.json('payments', 'get', id)).status === 'succeeded');
    const { error } = await desk.json('refunds', 'create', id, '--amount', '501');
    assert.deepEqual([error.code, error.remaining], ['refund_exceeds_remaining', 500]);
    for (const args of [['payments', 'list', '--nope'], ['payments', 'create'], ['payment'], []]) {
      const { code, output } = await desk.run(...args, '--json');
      assert.deepEqual([code, JSON.parse(output).error.code], [2, 'usage'], output);
    }
  });

  inLongSuite('sees that a list has more records than the limit, also with several pages', async () => {
    const rich = await service.merchant();
    const own = sitDown({ RIALTO_BASE_URL: service.base, RIALTO_API_KEY: rich.key });
    await service.db.query({
      name: 'many_events',
      text: `INSERT INTO events (world, id, type, payload, created_at)
             SELECT ${rich.world}, 'evt_' || lpad(n::text, 26, '0'), 'payment.failed',
                    '{"id":"evt_' || lpad(n::text, 26, '0') || '","object":"event","type":"payment.failed","data":{"object":{"id":"x"}}}', now()
             FROM generate_series(1, 102) n`,
    });
    const counted = async (limit: string) => {
      const { data, has_more } = await own.json('events', 'list', '--limit', limit);
      return [data.length, has_more];
    };
    assert.deepEqual(
      [await counted('101'), await counted('102')],
      [
        [101, true],
        [102, false],
      ],
    );
  });

  inLongSuite('gets no colors with NO_COLOR or --no-color', async () => {
    for (const one of [
      await sitDown({ RIALTO_BASE_URL: service.base, RIALTO_API_KEY: merchant.key, NO_COLOR: '1' }).run(
        'wallets',
        'list',
      ),
      await desk.run('--no-color', 'wallets', 'list'),
    ]) {
      assert.match(one.output, /100 000 XOF/);
      assert.equal(one.raw.replaceAll('\r\n', '\n'), one.output);
    }
  });

  it('moves money, and pays many from a file with a progress bar', async () => {
    const customer = await service.customer('+221770004444', ['XOF']);
    const moved = await desk.run('transfer', '--to', customer.phone, '--amount', '250', '--currency', 'XOF');
    assert.match(moved.output, /amount +250 XOF/);
    const wallet = await desk.json('wallets', 'get');
    assert.equal(wallet.balance.available, 99_750);
    const entries = await desk.run('wallets', 'entries', wallet.id);
    assert.match(entries.output, /transfer +-250 XOF +99 750 XOF/);

    const { id: next } = await desk.json('wallets', 'create', '--currency', 'XOF');
    const legs = ['--debit', `${wallet.id}=max:50`, '--credit', `${next}=rest`, '--currency', 'XOF'];
    assert.equal((await desk.json('move', ...legs)).credits[0].amount, 50);
    const home = ['--from', next, '--to', wallet.id, '--amount', '50', '--currency', 'XOF'];
    const { id: sent } = await desk.json('transfer', ...home);
    const back = await desk.json('transfers', 'reverse', sent);
    await desk.run('transfer', ...home);
    assert.deepEqual((await desk.json('movements', 'list', '--reverses', sent)).data, [back]);

    writeFileSync(join(desk.home, 'many.csv'), `to,amount,currency\n${next},1,XOF\n+221779999990,2,XOF\n`);
    assert.match((await desk.run('transfers', 'bulk', 'many.csv', '--dry-run')).output, /item 2 +recipient_not_found/);
    const many = await desk.json('transfers', 'bulk', 'many.csv');
    const { balance } = await desk.json('wallets', 'get', next);
    assert.deepEqual([many.totals.succeeded_count, many.totals.failed_count, balance.available], [1, 1, 1]);
    assert.deepEqual(await desk.json('transfers', 'bulk-result', many.id), many);
    const rows = ['recipient,amount,name', `${customer.phone},300,Awa`, '+221770000011,400,Nobody'];
    writeFileSync(join(desk.home, 'pay.csv'), rows.join('\n'));
    const paid = await desk.run('payouts', 'create', 'pay.csv', '--currency', 'XOF', '--reference', 'january');
    assert.equal(paid.code, 1, paid.output);
    assert.match(paid.output, /█{30} 2\/2 +300 XOF +1 failed +completed/);
    assert.match(paid.output, /result +partial/);
    assert.match(paid.output, /failed +\+221770000011 +400 XOF +recipient_not_found/);
    const { data: made } = await desk.json('payouts', 'list', '--reference', 'january');
    const { data: items } = await desk.json('payouts', 'items', made[0].id);
    assert.deepEqual((await desk.json('payouts', 'list', '--item', items[0].id)).data, made);
    assert.deepEqual((await desk.json('payouts', 'list', '--reference', 'february')).data, []);
    const bad = await desk.run('payouts', 'create', 'none.csv', '--currency', 'XOF');
    assert.equal(bad.code, 2);
    assert.match(bad.output, /error: File not found: none\.csv\n/);
    const piped = desk.start('payouts', 'create', '-', '--currency', 'XOF', '--no-wait');
    piped.type(`recipient,amount\r${customer.phone},5\r\u0004`);
    assert.equal(await piped.ended(), 0, piped.output());
    assert.match(piped.output(), /totals\.count .*1/);
  });

  inLongSuite('learns how to run a command without a response again, so that it pays once', async () => {
    const flaky = await startFlaky(service.base);
    const lost = sitDown({ RIALTO_BASE_URL: flaky.url, RIALTO_API_KEY: merchant.key });
    writeFileSync(join(lost.home, 'one.csv'), 'recipient,amount\n+221779999999,300\n');
    const { id } = await desk.json('wallets', 'get', '--currency', 'XOF');
    const other = await desk.json('wallets', 'create', '--currency', 'XOF', '--label', 'other');
    const available = async () => (await desk.json('wallets', 'get', id)).balance.available;
    const before = await available();
    try {
      for (const command of [
        ['payouts', 'create', 'one.csv', '--currency', 'XOF'],
        ['transfer', '--to', other.id, '--amount', '300', '--currency', 'XOF'],
      ]) {
        flaky.fate = ({ method }) => (method === 'POST' ? 'cut' : 'pass');
        const { code, output } = await lost.run(...command);
        assert.equal(code, 4, output);
        const [, key] = /The service may have executed it.*--idempotency-key ([\w-]{36})/.exec(output) ?? [];
        assert.ok(key, output);
        flaky.fate = () => 'pass';
        assert.equal((await lost.run(...command, '--idempotency-key', key)).code, 0);
      }
      assert.equal(before - (await available()), 600);
      flaky.fate = ({ method }) => (method === 'GET' ? 'cut' : 'pass');
      const unwatched = await lost.run('payouts', 'create', 'one.csv', '--currency', 'XOF');
      assert.match(unwatched.output, /pout_\w{26} was created and continues/);
      flaky.fate = () => () => {};
      const hanging = lost.start('transfer', '--to', other.id, '--amount', '300', '--currency', 'XOF');
      await until(async () => flaky.seen.at(-1)?.path.endsWith('/wallets/transfer'));
      hanging.kill('SIGINT');
      assert.equal(await hanging.ended(), 130);
      assert.match(hanging.output(), /interrupted\r\n.*--idempotency-key [\w-]{36}/);
      flaky.fate = () => 'pass';
      writeFileSync(join(lost.home, 'slow.csv'), 'recipient,amount\n+221770000008,1\n');
      const waiting = lost.start('payouts', 'create', 'slow.csv', '--currency', 'XOF');
      await waiting.see(/0\/1/);
      waiting.kill('SIGINT');
      assert.equal(await waiting.ended(), 130);
      assert.match(waiting.output(), /pout_\w{26} was created and continues/);
    } finally {
      flaky.close();
    }
  });

  inLongSuite('emits events and resends them', async () => {
    const endpoint = await desk.json(
      'webhooks',
      'create',
      '--url',
      'http://127.0.0.1:9/hook',
      '--events',
      'payout.completed',
    );
    assert.match(endpoint.secret, /^whsec_/);
    const triggered = await desk.run('trigger', 'payout.completed', 'kyc.updated');
    const [, event] = /payout\.completed +(evt_\w+)/.exec(triggered.output)!;
    assert.match((await desk.run('events', 'list', '--limit', '1')).output, /there are more/);
    const resent = await desk.json('events', 'resend', event!);
    assert.equal(resent.data[0].event, event);
    // The search covers only the event's own time, not all later deliveries.
    const silent = await desk.json('webhooks', 'create', '--url', 'http://127.0.0.1:9/hook', '--events', 'kyc.updated');
    const tested = await desk.run('webhooks', 'test', silent.id);
    assert.match(tested.output, /\nattempt 1 .* Could not connect to 127\.0\.0\.1:9 .* ms\n$/);
    assert.equal(tested.code, 1);
    const [, later] = /kyc\.updated +(evt_\w+)/.exec(triggered.output)!;
    await service.db.query(
      {
        name: 'later_deliveries',
        text: `INSERT INTO deliveries (world, id, endpoint_id, event_id, event_type, status, created_at, updated_at)
               SELECT ${merchant.world}, 'dlv_7' || lpad(n::text, 25, '0'), $1, $2, 'kyc.updated', 'held', now() + interval '1 h', now()
               FROM generate_series(1, 300) n`,
      },
      [silent.id, later],
    );
    const flaky = await startFlaky(service.base);
    const watched = sitDown({ RIALTO_BASE_URL: flaky.url, RIALTO_API_KEY: merchant.key });
    assert.equal((await watched.run('events', 'resend', event!)).code, 0);
    const looks = flaky.seen.filter(({ path }) => path.includes(`${silent.id}/deliveries`));
    flaky.close();
    assert.equal(looks.length, 1);
    const wrong = await desk.run('trigger', 'payment.exploded');
    assert.equal(wrong.code, 2);
    assert.match(wrong.output, /The kinds are payment\.succeeded/);
  });

  inLongSuite('runs a file of steps, each with the results of earlier steps', async () => {
    const steps = [
      { call: 'payments.create', args: [{ amount: 900, currency: 'XOF', customer: '+221771230007' }], name: 'payment' },
      { call: 'test.approvePayment', args: ['${payment.id}'] },
      { call: 'payments.get', args: ['${payment.id}'], until: { status: 'succeeded' } },
      {
        call: 'refunds.create',
        args: [{ payment: '${payment.id}', amount: 100, metadata: { of: 'all of ${payment.amount}' } }],
        name: 'refund',
      },
    ];
    writeFileSync(join(desk.home, 'steps.json'), JSON.stringify({ steps }));
    const answers = await desk.json('fixtures', 'steps.json');
    assert.equal(answers.refund.payment, answers.payment.id);
    assert.equal(answers.refund.metadata.of, 'all of 900');
    const unknown = { steps: [{ call: 'constructor.constructor', args: [] }] };
    writeFileSync(join(desk.home, 'wrong.json'), JSON.stringify(unknown));
    const wrong = await desk.run('fixtures', 'wrong.json');
    assert.equal(wrong.code, 2);
    assert.match(wrong.output, /steps\[0\]\.call: the SDK has no method constructor/);
  });

  inLongSuite('gets shell completion', async () => {
    assert.match((await desk.run('complete', '--', 'payments')).output, /^create\nget\nlist\ncancel\n/);
    assert.match((await desk.run('completion', 'bash')).output, /complete .*-F _rialto rialto/);
  });

  it('logs in as a person with a code, and creates a key', async () => {
    const [identifier, password] = ['+221771005555', 'a long walk along the sea'];
    await service.person('merchant', { merchantId: merchant.merchantId, identifier, password, twoFactor: 'sms' });
    const terminal = desk.start('login', '--as', 'merchant');
    await terminal.see(/Phone/);
    terminal.type(`${identifier}\r`);
    await terminal.see(/Password/);
    terminal.type(`${password}\r`);
    await terminal.see(/Code \(sms\)/);
    terminal.type('000000\r');
    assert.equal(await terminal.ended(), 0, terminal.output());
    assert.ok(!terminal.output().includes(password));
    const key = await desk.json('keys', 'create', '--scopes', 'payments:read', '--label', 'laptop');
    assert.match(key.key ?? key.secret, /^rs_test_/);
    // Two concurrent commands find the access token expired. The refresh token is valid once.
    const file = join(desk.home, 'config/rialto/config.json');
    const config = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...config, session: { ...config.session, expires_at: 0 } }));
    const both = await Promise.all([desk.run('keys', 'list'), desk.run('keys', 'list')]);
    assert.deepEqual(
      both.map(({ code }) => code),
      [0, 0],
      both.map(({ output }) => output).join('\n'),
    );
  });

  it('follows requests as they are answered, and reads one', async () => {
    const tail = desk.start('logs', 'tail', '--failed');
    await tail.see(/Waiting for requests/);
    const { headers } = await merchant.call('POST', '/payments', { amount: 5, currency: 'XOF', customer: '+1' });
    const [, seen] = await tail.see(/POST {3}\/api\/v1\/payments .*400.* ms .*validation_failed.*(req_\w{26})/);
    assert.equal(seen, headers.get('request-id'));
    assert.ok(!/ GET /.test(tail.output()), 'only refused requests');
    tail.kill('SIGINT');
    assert.equal(await tail.ended(), 0);
    const entry = await desk.json('logs', 'get', seen!);
    assert.deepEqual([entry.status, JSON.parse(entry.request_body).customer], [400, '+1']);
    const listed = await desk.json('logs', 'list', '--path', '/api/v1/payments', '--failed', '--all');
    assert.ok(listed.data.some(({ id }: { id: string }) => id === seen));
    assert.match((await desk.run('logs', 'list', '--limit', '1')).output, /^created_at +method +path +status +ms/);
  });

  inLongSuite('follows requests when the local clock is ten minutes ahead', async () => {
    const ahead = sitDown({
      RIALTO_BASE_URL: service.base,
      NODE_OPTIONS: '--import=data:text/javascript,const/**/now=Date.now;Date.now=()=>now()+600000',
    });
    cpSync(join(desk.home, 'config'), join(ahead.home, 'config'), { recursive: true });
    const tail = ahead.start('logs', 'tail', '--failed');
    await tail.see(/Waiting for requests/);
    const { headers } = await merchant.call('POST', '/payments', { amount: 5, currency: 'XOF', customer: '+1' });
    await tail.see(new RegExp(`validation_failed.*${headers.get('request-id')}`));
    assert.equal(tail.output().split('validation_failed').length, 2, 'no earlier request');
    tail.kill('SIGINT');
    assert.equal(await tail.ended(), 0);
  });

  it('sends key and session only to the deployment that they were stored for', async () => {
    const file = join(desk.home, 'config/rialto/config.json');
    const before = readFileSync(file);
    const seen: string[] = [];
    const other = createServer((request, response) => {
      seen.push(String(request.headers.authorization));
      response.setHeader('content-type', 'application/json');
      response.end('{"object":"list","data":[],"has_more":false,"url":""}');
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const there = ['--base-url', `http://127.0.0.1:${(other.address() as AddressInfo).port}`];
    try {
      const refused = await desk.run('payments', 'list', ...there);
      assert.equal(refused.code, 3);
      assert.match(refused.output, /No API key for http:\/\/127/);
      assert.equal((await desk.run('keys', 'list', '--integration', 'int_1', ...there)).code, 3);
      assert.deepEqual(seen, []);
      // A login to the other deployment replaces the stored key and session, so the session is not sent there either.
      const login = desk.start('login', ...there);
      await login.see(/API key/);
      login.type(`rs_test_${'x'.repeat(36)}\r`);
      assert.equal(await login.ended(), 0, login.output());
      assert.equal((await desk.run('keys', 'list', '--integration', 'int_1', ...there)).code, 3);
      assert.deepEqual(seen, [`Bearer rs_test_${'x'.repeat(36)}`]);
      const kept = JSON.parse(readFileSync(file, 'utf8'));
      assert.deepEqual(Object.keys(kept).sort(), ['api_key', 'base_url']);
    } finally {
      other.close();
      writeFileSync(file, before);
    }
  });

  it('is not logged in after logging out', async () => {
    await desk.run('logout');
    assert.equal((await desk.run('keys', 'list')).code, 3);
    assert.equal((await desk.run('logs', 'tail')).code, 3);
  });
});
