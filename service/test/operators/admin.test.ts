import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import { verifyAudit } from '../../src/audit/verify.ts';
import { transaction } from '../../src/db/transaction.ts';
import { makeShellCode } from '../../src/operators/shell-code.ts';
import { refusal } from '../support/flows.ts';
import {
  startTestService,
  type TestMerchant,
  type TestService,
  testSecretKey,
  testSecrets,
} from '../support/harness.ts';
import { inLongSuite } from '../support/in-long-suite.ts';
import { makeDirectory } from '../support/kill.ts';
import { actsOn } from '../support/operators.ts';

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
});
after(async () => {
  assert.ok((await verifyAudit(service.db)).whole);
  await service.stop();
});

/** As npm start has it: compiling takes a third of the time of each command. */
const cache = new URL('../../../node_modules/.cache/node', import.meta.url).pathname;

/** `npm run admin -- …`, as a person types it. */
async function admin(
  args: readonly string[],
  input = '',
  env = {},
): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, [new URL('../../src/admin.ts', import.meta.url).pathname, ...args], {
    env: {
      ...process.env,
      DATABASE_URL: service.url,
      SECRET_KEY: testSecretKey,
      PASSWORD_MEMORY: '19',
      FEE_QUOTE_SECONDS: '0',
      NODE_COMPILE_CACHE: cache,
      ...env,
    },
  });
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const code = child.exitCode ?? (await new Promise<number>((resolve) => child.on('exit', (one) => resolve(one ?? 1))));
  return { code, out: out.trim(), err };
}
const last = async () => {
  const [row] = (await service.db.pool.query('SELECT * FROM audit_log ORDER BY seq DESC LIMIT 1')).rows;
  return [row.actor_type, row.action, row.target];
};
const create = (email: string, ...more: string[]) => [
  'operators',
  'create',
  '--email',
  email,
  '--name',
  'Ama',
  ...more,
];

async function giveAuthenticator(account: string): Promise<void> {
  const text = `UPDATE accounts SET two_factor = 'totp', totp_seed = 'x' WHERE id = $1`;
  await service.db.query({ name: 'test_authenticator', text }, [account]);
}

describe('the commands on the machine', () => {
  it('about keys, fees and wallets are in the audit log with the person who ran them', async () => {
    const create = ['keys', 'create', '--integration', shop.integration];
    const narrow = ['--scopes', 'payments:read'];
    for (const [more, status] of [
      [['--no-webhooks'], 403],
      [[], 200],
    ] as const) {
      const { out } = await admin([...create, ...narrow, ...more]);
      assert.equal((await service.request('GET', '/api/v1/webhooks', { key: out })).status, status);
    }
    const key = await admin(create);
    assert.match(key.out, /^rs_test_\w+$/, key.err);
    const [, action, id] = await last();
    assert.equal(action, 'key.created');
    assert.deepEqual([(await admin(['keys', 'roll', id])).code, await last()], [0, ['admin', 'key.rolled', id]]);
    assert.deepEqual([(await admin(['keys', 'revoke', id])).code, await last()], [0, ['admin', 'key.revoked', id]]);
    const fee = [
      'fees',
      'set',
      '--merchant',
      shop.merchantId,
      '--currency',
      'XOF',
      '--basis-points',
      '150',
      '--fixed',
      '0',
    ];
    const feeSet = await admin(fee);
    assert.equal(feeSet.out, `${shop.merchantId} test payment XOF: 150 basis points and 0`);
    assert.deepEqual([feeSet.code, await last()], [0, ['admin', 'fee.set', shop.merchantId]]);
    const limit = [
      'limits',
      'set',
      '--currency',
      'USD',
      '--tier',
      '0',
      '--single',
      '5',
      '--day',
      '9',
      '--month',
      'none',
      '--balance',
      'none',
    ];
    const limitSet = await admin(limit);
    assert.equal(limitSet.out, 'test USD tier 0: single 5, day 9, month none, balance none');
    assert.deepEqual([limitSet.code, await last()], [0, ['admin', 'limit.set', 'limit test USD 0']]);
    const wallet = await shop.wallet('XOF');
    const unknown = await admin(['wallets', 'freeze', 'wal_xxx', '--reason', 'fraud']);
    assert.match(`${unknown.out}${unknown.err ?? ''}`, /wallet wal_xxx does not exist/);
    await admin(['wallets', 'fund', wallet, '--amount', '100']);
    assert.deepEqual(await last(), ['admin', 'wallet.funded', wallet]);
    await admin(['wallets', 'freeze', wallet, '--reason', 'fraud']);
    assert.deepEqual(await last(), ['admin', 'wallet.frozen', wallet]);
    await admin(['wallets', 'unfreeze', wallet]);
    assert.deepEqual(await last(), ['admin', 'wallet.unfrozen', wallet]);
    const empty: string = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
    const closed = await admin(['wallets', 'close', empty]);
    assert.deepEqual([closed.code, await last()], [0, ['admin', 'wallet.closed', empty]]);
    const lost = await service.person('merchant', { merchantId: shop.merchantId });
    await giveAuthenticator(lost.id);
    const forgotten = await admin(['logins', 'forget-second-factor', lost.id, '--reason', 'Came by with the papers']);
    assert.equal(forgotten.out, `${lost.id} now logs in with a password and an SMS`);
    assert.deepEqual([forgotten.code, await last()], [0, ['admin', 'account.second_factor_forgotten', lost.id]]);
    assert.equal((await lost.call('GET', '/me')).status, 401);
    const acts = await actsOn(service, wallet);
    assert.ok(acts.every(({ actor }) => actor.id.length > 0));
    const { rows } = await service.db.pool.query('SELECT a::text AS row FROM audit_log a');
    assert.ok(!rows.some(({ row }) => row.includes(key.out)), 'never a secret');
  });

  inLongSuite('that fail change nothing, and say why', async () => {
    const short = await service.person('developer', { password: 'too short' });
    await giveAuthenticator(short.id);
    const before = await last();
    for (const args of [
      ['keys', 'revoke', `key_${'0'.repeat(26)}`],
      ['wallets', 'fund', `wal_${'0'.repeat(26)}`, '--amount', '1'],
      ['wallets', 'close', `wal_${'0'.repeat(26)}`],
      [
        'fees',
        'set',
        '--merchant',
        `mer_${'0'.repeat(26)}`,
        '--currency',
        'XOF',
        '--basis-points',
        '1',
        '--fixed',
        '0',
      ],
      ['operators', 'suspend', 'nobody@pay.example', '--reason', 'left'],
      ['operators', 'unsuspend', 'nobody@pay.example'],
      ['logins', 'forget-second-factor', `usr_${'0'.repeat(26)}`, '--reason', 'lost'],
      ['logins', 'forget-second-factor', short.id, '--reason', 'lost'],
      create('no address', '--role', 'support'),
      create('short@pay.example', '--role', 'support', '--password-stdin'),
    ]) {
      const { code, err } = await admin(args, 'too short\n');
      assert.deepEqual([code, err.startsWith('rialto: ')], [1, true], err);
    }
    assert.deepEqual(await last(), before);
  });

  it('create operators: with a password from standard input, or a code to set one', async () => {
    const piped = await admin(
      create('Piped@pay.example', '--role', 'finance', '--password-stdin'),
      'a long password for me\n',
    );
    assert.deepEqual([piped.code, piped.out], [0, 'piped@pay.example can log in with the role finance'], piped.err);
    const body = { email: 'piped@pay.example', password: 'a long password for me' };
    const loggedIn = await service.request('POST', '/api/v1/auth/operator/login', { body });
    assert.equal(loggedIn.status, 200, loggedIn.text);
    const coded = await admin(create('coded@pay.example', '--role', 'admin'));
    assert.match(coded.out, /"challenge":"ch_\w{26}","code":"\d{10}"/);
    const [, action, id] = await last();
    assert.equal(action, 'operator.password_code_made');
    const twice = await admin(create('CODED@pay.example', '--role', 'admin'));
    assert.deepEqual([twice.code, /already/.test(twice.err)], [1, true]);
    assert.match((await admin(['operators', 'password', 'coded@pay.example'])).out, /"code":"\d{10}"/);
    const list = (await admin(['operators', 'list'])).out;
    assert.match(list, new RegExp(`${id}.*coded@pay.example.*admin.*no password yet`));
    await admin(['operators', 'suspend', 'piped@pay.example', '--reason', 'left']);
    assert.deepEqual(refusal(await service.request('POST', '/api/v1/auth/operator/login', { body })), [
      403,
      'account_suspended',
    ]);
    await admin(['operators', 'unsuspend', 'piped@pay.example']);
    assert.equal((await service.request('POST', '/api/v1/auth/operator/login', { body })).status, 200);
  });

  inLongSuite(
    'refuse a fee in a disabled currency, which would never be charged, and an empty name or reason',
    async () => {
      const before = await last();
      const fee = (currency: string) => [
        ...['fees', 'set', '--merchant', shop.merchantId, '--basis-points', '150', '--fixed', '0'],
        ...['--mode', 'live', '--currency', currency],
      ];
      for (const command of [
        fee('xof'),
        fee('EUR'),
        ['customers', 'create', '--phone', '+50937002222', '--currencies', ''],
      ]) {
        const { code, out, err } = await admin(command);
        assert.deepEqual([code, out], [1, '']);
        assert.match(err, /^rialto: the currency ".*" is not enabled\. Enabled currencies \(CURRENCIES\): XOF,.*\n$/);
      }
      for (const command of [
        ['merchants', 'create', '--name', ' '],
        ['operators', 'suspend', 'ama@pay.example', '--reason', ''],
        ['operators', 'create', '--email', 'ama@pay.example', '--role', 'admin', '--name', 'Ama\tNdiaye'],
      ]) {
        const { code, err } = await admin(command);
        assert.deepEqual(
          [code, /must have 1 to \d+ characters|must have at least one visible|must not contain U\+/.test(err)],
          [1, true],
          err,
        );
      }
      assert.deepEqual(await last(), before);
    },
  );

  it('refuse another SECRET_KEY than the database was written with: nothing could open their values', async () => {
    await service.person('operator');
    assert.equal((await admin(['tokens', 'rotate'])).code, 0);
    const before = await last();
    const elsewhere = makeDirectory();
    const settings = [
      [{ SECRET_KEY: 'another secret, of more than 32 characters' }, /SECRET_KEY differs from the one/],
      [{ SECRET_KEY: '', DATA_DIR: elsewhere }, /set SECRET_KEY\. If it was generated/],
    ] as const;
    for (const [env, words] of settings) {
      for (const command of [
        ['tokens', 'rotate'],
        ['keys', 'create', '--integration', shop.integration],
        create('lost@pay.example', '--role', 'admin'),
      ]) {
        const { code, out, err } = await admin(command, '', env);
        assert.deepEqual([code, out, words.test(err)], [1, '', true], err);
      }
      assert.equal((await admin(['audit', 'verify'], '', env)).code, 0);
    }
    assert.deepEqual([await last(), readdirSync(elsewhere)], [before, []]);
    rmSync(elsewhere, { recursive: true });
  });

  inLongSuite('report no sound ledger without a database, and create none', async () => {
    const elsewhere = makeDirectory();
    for (const command of [['ledger', 'check'], ['audit', 'verify'], ['backup'], ['merchants', 'list']]) {
      const { code, out, err } = await admin(command, '', { DATABASE_URL: '', DATA_DIR: elsewhere });
      assert.deepEqual([code, out, /there is no database in/.test(err)], [1, '', true], err);
    }
    assert.deepEqual(readdirSync(elsewhere), []);
    rmSync(elsewhere, { recursive: true });
  });

  it('verify the chain, print its head, and say where it breaks', async () => {
    const good = await admin(['audit', 'verify']);
    assert.match(good.out, /^\d+:[0-9a-f]{64}$/, good.err);
    assert.equal((await admin(['audit', 'verify', '--head', good.out])).code, 0);
    const [seq] = good.out.split(':');
    const ahead = `${Number(seq) + 1}:${'ab'.repeat(32)}`;
    const cut = await admin(['audit', 'verify', '--head', ahead]);
    assert.deepEqual([cut.code, cut.out.startsWith(`BROKEN at row ${Number(seq) + 1}`)], [1, true], cut.out);
    assert.equal((await admin(['audit', 'verify', '--head', 'nonsense'])).code, 1);
  });
});

it('the command line unlocks an operator whom strangers have locked out', async () => {
  const password = 'a long enough password';
  const { identifier: email } = await service.person('operator', { role: 'admin', password });
  const login = (given: object) =>
    service.request('POST', '/api/v1/auth/operator/login', { body: { email, password, ...given } });
  for (let i = 0; i < 5; i++) assert.equal((await login({ password: 'wrong' })).status, 401);
  assert.deepEqual(refusal(await login({})), [429, 'too_many_attempts'], 'the control');
  const { out } = await admin(['operators', 'let-in', email]);
  assert.equal((await last())[1], 'operator.device_code_made');
  const [, challenge, code] = /dashboard\/sign-in\/operator#(ch_\w{26})\.(\d{10})/.exec(out)!;
  assert.equal((await login({ challenge, code })).status, 200);
  assert.deepEqual(refusal(await login({ challenge, code })), [410, 'challenge_expired'], 'once');
});

it('an operator sets a password with the given code, enables an authenticator, and may then move money', async () => {
  const { id, identifier } = await service.person('operator', { role: 'finance' });
  const by = { actor: { type: 'admin' as const, id: 'root' } };
  const { challenge, code } = await transaction(service.db, (tx) =>
    makeShellCode(tx, { id, identifier }, 'reset', testSecrets.pepper, by),
  );
  const auth = (path: string, body: object, key?: string) =>
    service.request('POST', `/api/v1/auth${path}`, { body, ...(key ? { key } : {}) });
  const password = 'a long enough password';
  assert.equal((await auth('/password/reset', { challenge, code, password: 'too short' })).status, 400);
  assert.equal((await auth('/password/reset', { challenge, code, password })).status, 204);
  const { access_token: key } = (await auth('/operator/login', { email: identifier, password })).body;
  const wallet = await shop.wallet('XOF');
  const ask = (token: string) =>
    service.request('POST', '/api/v1/operator/cash_ins', { key: token, body: { wallet, amount: 5, reason: 'slip 9' } });
  assert.deepEqual(refusal(await ask(key)), [422, 'two_factor_required']);
  const enrolled = (await auth('/2fa/enable', { method: 'totp', password }, key)).body;
  const totp = new TOTP({ secret: enrolled.secret });
  const confirmed = await auth('/2fa/confirm', { challenge: enrolled.challenge, code: totp.generate() }, key);
  assert.equal(confirmed.body.two_factor, 'totp', confirmed.text);
  assert.equal((await ask(key)).status, 202);
});
