import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig, settings } from './config.ts';
import { findMisspelt } from './misspelt.ts';
import { warnOfSettings } from './warn-of-settings.ts';

const wrongIn = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return (error as Error).message.split('; ');
  }
};
const live = {
  LIVE: 'on',
  SECRET_KEY: 'x'.repeat(32),
  PUBLIC_URL: 'https://pay.example',
  SMTP_URL: 'smtps://u:p@mail.example',
  EMAIL_FROM: 'Lakay <no-reply@pay.example>',
};
const gateway = { SMS_SENDER: 'http', SMS_HTTP_URL: 'https://sms.example/send', SMS_HTTP_BODY: '{"a":"{to} {text}"}' };

describe('settings', () => {
  it('are all optional for a sandbox', () => {
    const { SMS_SENDER, DOCUMENTS, SMTP_URL } = readConfig({});
    assert.deepEqual([SMS_SENDER, DOCUMENTS, SMTP_URL], ['log', 'local', '']);
  });

  it('of live mode refuse a sender that writes codes to the log', () => {
    assert.deepEqual(wrongIn(live), [
      'LIVE=on needs an SMS_SENDER other than log, because log writes codes to the log',
    ]);
    assert.deepEqual(wrongIn({ ...live, ...gateway }), []);
    assert.deepEqual(wrongIn({ ...live, ...gateway, SMTP_URL: '' }), ['LIVE=on needs SMTP_URL']);
  });

  it('of live mode send nothing unencrypted over a network', () => {
    const one = (env: Record<string, string>) => wrongIn({ ...live, ...gateway, ...env });
    const outside = ['http://pay.example', 'http://8.8.8.8:80', 'http://[2606:4700::1111]'];
    const inside = [
      'http://localhost:3000',
      'http://127.0.0.1',
      'http://192.168.1.9:13013',
      'http://[::1]',
      'http://kannel:13013',
    ];
    for (const url of outside) {
      assert.deepEqual(one({ PUBLIC_URL: url }), [
        'LIVE=on needs an https PUBLIC_URL: keys and sessions are sent to it',
      ]);
      assert.deepEqual(one({ SMS_HTTP_URL: `${url}/send?to={to}` }), [
        'LIVE=on needs an https SMS_HTTP_URL: codes are sent to it',
      ]);
      assert.deepEqual(wrongIn({ ...gateway, PUBLIC_URL: url, SMS_HTTP_URL: url }), [], 'a sandbox');
    }
    for (const url of inside) assert.deepEqual(one({ PUBLIC_URL: url, SMS_HTTP_URL: `${url}/send?to={to}` }), []);
  });

  it('of totals name a currency once, because the last value would win', () => {
    const wrong = ['PAYOUT_APPROVAL_ABOVE contains XOF more than once (it is "XOF:10,XOF:2000")'];
    assert.deepEqual(wrongIn({ PAYOUT_APPROVAL_ABOVE: 'XOF:10,XOF:2000' }), wrong);
  });

  it('that are missing are all named at once', () => {
    assert.deepEqual(wrongIn({ LIVE: 'on', SMS_SENDER: 'twilio', DOCUMENTS: 's3' }), [
      'LIVE=on needs SECRET_KEY: live mode never uses generated secrets',
      'LIVE=on needs PUBLIC_URL',
      'SMS_SENDER=twilio needs TWILIO_ACCOUNT_SID',
      'SMS_SENDER=twilio needs TWILIO_AUTH_TOKEN',
      'SMS_SENDER=twilio needs SMS_FROM or TWILIO_MESSAGING_SERVICE_SID',
      'LIVE=on needs SMTP_URL',
      'LIVE=on needs EMAIL_FROM',
      'DOCUMENTS=s3 needs S3_ENDPOINT',
      'DOCUMENTS=s3 needs S3_BUCKET',
      'DOCUMENTS=s3 needs S3_ACCESS_KEY_ID',
      'DOCUMENTS=s3 needs S3_SECRET_ACCESS_KEY',
    ]);
    assert.deepEqual(wrongIn({ SMS_SENDER: 'africas-talking' }), [
      'SMS_SENDER=africas-talking needs AFRICAS_TALKING_USERNAME',
      'SMS_SENDER=africas-talking needs AFRICAS_TALKING_API_KEY',
    ]);
    assert.deepEqual(wrongIn({ SMS_SENDER: 'http' }), [
      'SMS_SENDER=http needs SMS_HTTP_URL',
      'SMS_SENDER=http needs SMS_HTTP_BODY',
    ]);
    assert.deepEqual(wrongIn({ SMTP_URL: 'smtp://mail.example' }), ['SMTP_URL needs EMAIL_FROM']);
  });

  it('of a gateway are checked before anything is sent', () => {
    const one = (env: Record<string, string>) => wrongIn({ ...gateway, ...env });
    assert.deepEqual(one({}), []);
    assert.deepEqual(one({ SMS_HTTP_BODY: '{"a":{to},"b":"{text}"}' }), [
      'SMS_HTTP_BODY must be a JSON object with its placeholders inside strings if SMS_HTTP_TYPE=json',
    ]);
    assert.deepEqual(one({ SMS_HTTP_BODY: '{"a":"{text}"}' }), [
      'SMS_HTTP_URL or SMS_HTTP_BODY must contain {to} or {to_digits}',
    ]);
    assert.deepEqual(one({ SMS_HTTP_BODY: '{"a":"{to}"}' }), ['SMS_HTTP_URL or SMS_HTTP_BODY must contain {text}']);
    assert.deepEqual(one({ SMS_HTTP_BODY: '{"a":"{to}{text}{from}"}' }), [
      '{from} in SMS_HTTP_URL or SMS_HTTP_BODY needs SMS_FROM',
    ]);
    assert.deepEqual(one({ SMS_HTTP_METHOD: 'GET' }), ['SMS_HTTP_BODY must be empty if SMS_HTTP_METHOD=GET']);
    for (const url of [
      'https://{to}.example/',
      'https://x.example:{to}/',
      'ftp://x.example/',
      '{text}',
      'https://u:p@x.example/',
    ])
      assert.match(one({ SMS_HTTP_URL: url })[0]!, /^SMS_HTTP_URL must /);
    for (const headers of ['x', '[]', '{"a":1}', '{"a b":"c"}', '{"a":"b\\r\\nc: d"}', '{"Content-Type":"text/plain"}'])
      assert.match(one({ SMS_HTTP_HEADERS: headers })[0]!, /^SMS_HTTP_HEADERS must /);
  });

  it('of backups need both keys, which differ', () => {
    const store = {
      BACKUP_S3_BUCKET: 'backups',
      BACKUP_S3_ENDPOINT: 'https://s3.example',
      BACKUP_S3_ACCESS_KEY_ID: 'id',
      BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
    };
    assert.deepEqual(wrongIn({ BACKUP_S3_BUCKET: 'backups' }), [
      'BACKUP_S3_BUCKET needs BACKUP_S3_ENDPOINT',
      'BACKUP_S3_BUCKET needs BACKUP_S3_ACCESS_KEY_ID',
      'BACKUP_S3_BUCKET needs BACKUP_S3_SECRET_ACCESS_KEY',
      'BACKUP_S3_BUCKET needs BACKUP_KEY',
      'BACKUP_S3_BUCKET needs SECRET_KEY',
    ]);
    const [key, other] = ['k'.repeat(32), 'o'.repeat(32)] as [string, string];
    assert.match(wrongIn({ ...store, SECRET_KEY: key, BACKUP_KEY: key }).join(), /^BACKUP_KEY must differ/);
    assert.deepEqual(wrongIn({ ...store, SECRET_KEY: key, BACKUP_KEY: other }), []);
    assert.match(wrongIn({ BACKUP_KEEP_DAYS: '36' }).join(), /from 2 to 35/);
  });

  it('that are secret are not repeated in an error', () => {
    const canary = 'canary 5a1f';
    const secret = Object.keys(settings).filter((name) => settings[name as keyof typeof settings].secret);
    assert.deepEqual(secret.sort(), [
      'AFRICAS_TALKING_API_KEY',
      'BACKUP_KEY',
      'BACKUP_KEY_OLD',
      'BACKUP_S3_ACCESS_KEY_ID',
      'BACKUP_S3_SECRET_ACCESS_KEY',
      'DATABASE_OWNER_URL',
      'DATABASE_REPLICA_URL',
      'DATABASE_URL',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
      'SEAL_WITNESS',
      'SEAL_WITNESS_SECRET',
      'SECRET_KEY',
      'SMS_HTTP_BODY',
      'SMS_HTTP_HEADERS',
      'SMS_HTTP_URL',
      'SMS_INBOUND_SECRET',
      'SMTP_URL',
      'TWILIO_AUTH_TOKEN',
      'WEBHOOK_PROXY',
    ]);
    const wrong = wrongIn(Object.fromEntries(secret.map((name) => [name, canary]))).join('; ');
    assert.match(wrong, /SECRET_KEY must/);
    assert.ok(!wrong.includes(canary), wrong);
    assert.ok(wrongIn({ HEADER_PREFIX: canary }).join('').includes(canary), 'the control: a setting that is no secret');
  });

  it('that are secret are also read from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rialto-secrets-'));
    const fileOf = (content: string) => {
      const file = join(folder, 'secret');
      writeFileSync(file, content);
      return file;
    };
    const canary = 'canary 5a1f';
    try {
      const secret = Object.entries(settings).flatMap(([name, one]) => (one.secret ? [name] : []));
      for (const name of secret) {
        const variable = `${name}_FILE`;
        const missing = join(folder, 'missing');
        assert.deepEqual(wrongIn({ [variable]: missing }), [
          `${variable} names ${missing}, which cannot be read (ENOENT)`,
        ]);
        assert.deepEqual(wrongIn({ [variable]: folder }), [
          `${variable} names ${folder}, which cannot be read (EISDIR)`,
        ]);
        const empty = fileOf('\n');
        assert.deepEqual(wrongIn({ [variable]: empty }), [`${variable} names ${empty}, which is empty`]);
        const both = wrongIn({ [name]: canary, [variable]: fileOf(canary) });
        assert.deepEqual(both, [`${name} and ${variable} are both set. Set one of them`]);
        assert.ok(
          !wrongIn({ [variable]: fileOf(canary) })
            .join()
            .includes(canary),
          name,
        );
      }
      const short = fileOf('x');
      assert.deepEqual(wrongIn({ SECRET_KEY_FILE: short }), [
        `SECRET_KEY must have at least 32 characters (it is in ${short})`,
      ]);
      const key = 'x'.repeat(32);
      assert.equal(readConfig({ SECRET_KEY_FILE: fileOf(`${key}\r\n`) }).SECRET_KEY, key, 'without the line end');
      assert.deepEqual(wrongIn({ ...live, ...gateway, SECRET_KEY: '', SECRET_KEY_FILE: fileOf(key) }), []);
      assert.equal(readConfig({ PORT_FILE: fileOf('4000') }).PORT, 3000, 'the control: a setting that is no secret');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('of addresses explain the format', () => {
    assert.match(
      wrongIn({ TRUSTED_PROXIES: '10.0.0.1' }).join('; '),
      /"10\.0\.0\.1" is not one \(write a single address as 10\.0\.0\.1\/32\)/,
    );
  });

  it('of the database are a URL, which is never repeated', () => {
    for (const good of [
      'postgres://u:p@h/db',
      'postgresql:///db?host=/run/pg',
      'postgres://u:p@/db',
      'postgres://%2Frun%2Fpg/db',
      'postgres://u:p@a:5432,b:5433,[::1]:5434/db?target_session_attrs=read-write',
    ])
      assert.deepEqual(wrongIn({ DATABASE_URL: good }), [], good);
    for (const bad of [
      'postgres://u:pa#ss@h/db',
      'postgres://u:pa/ss@h/db',
      'postgres://u:pa?ss@h/db',
      'postgres://u:pass@h:99999/db',
    ])
      assert.match(
        wrongIn({ DATABASE_URL: bad }).join(),
        /^DATABASE_URL must be a URL such as postgres:.*percent-encoded$/,
        bad,
      );
    assert.match(wrongIn({ DATABASE_URL: 'postgres://u:p@a:1,b:99999/db' }).join(), /must be a URL/);
    assert.match(wrongIn({ DATABASE_URL: 'postgres://u:p@/db?host=a,b' }).join(), /must name several hosts as/);
    assert.match(
      wrongIn({ DATABASE_URL: 'postgres://u:p@a/db?target_session_attrs=standby' }).join(),
      /takes only any, primary, read-write as target_session_attrs/,
    );
    const standbys = 'postgres://u:p@b,c/db?target_session_attrs=';
    assert.deepEqual(wrongIn({ DATABASE_REPLICA_URL: `${standbys}prefer-standby` }), []);
    assert.match(
      wrongIn({ DATABASE_REPLICA_URL: `${standbys}read-write` }).join(),
      /takes only any, standby, prefer-standby, read-only as target_session_attrs: this URL is for standbys/,
    );
  });
});

describe('a setting with a new name', () => {
  it('is read from its old name, and the new name wins', () => {
    assert.equal(readConfig({ LEAVE_SECONDS: '7' }).SHUTDOWN_DELAY_SECONDS, 7);
    assert.equal(readConfig({ LEAVE_SECONDS: '7', SHUTDOWN_DELAY_SECONDS: '9' }).SHUTDOWN_DELAY_SECONDS, 9);
  });

  it('is named in a warning', () => {
    assert.deepEqual(warnOfSettings({ LEAVE_SECONDS: '7' }), [
      'Setting LEAVE_SECONDS is now called SHUTDOWN_DELAY_SECONDS. The old name still works.',
    ]);
    assert.deepEqual(warnOfSettings({ LEAVE_SECONDS: '7', SHUTDOWN_DELAY_SECONDS: '9' }), [
      'Setting LEAVE_SECONDS is ignored, because SHUTDOWN_DELAY_SECONDS is set too.',
    ]);
    assert.deepEqual(warnOfSettings({ SHUTDOWN_DELAY_SECONDS: '9' }), []);
  });
});

describe('a variable that is almost a setting', () => {
  const names = Object.keys(settings);
  const meantBy = (...env: string[]) =>
    findMisspelt(Object.fromEntries(env.map((name) => [name, '1'])), names).map(({ meant }) => meant);

  it('is reported, with the setting that was meant', () => {
    assert.deepEqual(meantBy('PAYOUT_APROVAL_ABOVE', 'WEBHOOKS_ALLOW_CIDRS', 'DATABSAE_URL'), [
      'PAYOUT_APPROVAL_ABOVE',
      'WEBHOOK_ALLOW_CIDRS',
      'DATABASE_URL',
    ]);
  });

  it('is reported also if it names the file of a secret', () => {
    const warned = (name: string) => warnOfSettings({ [name]: '/run/secrets/key' });
    assert.deepEqual(warned('SECRET_KEY_FIEL'), [
      'Unknown setting SECRET_KEY_FIEL is ignored. Did you mean SECRET_KEY_FILE?',
    ]);
    assert.deepEqual(warned('SECRET_KEY_FILE'), []);
  });

  it("is not a setting, nor another program's variable", () => {
    assert.deepEqual(
      meantBy(...names, 'HOME', 'HOSTNAME', 'PORTS', 'LANG', 'LIVES', 'PGDATABASE', 'S3_BUCKETS_OF_MINE'),
      [],
    );
  });
});
