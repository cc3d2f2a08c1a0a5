import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { closedPort } from '../../test/support/provider.ts';
import { smtpEmail } from './email.ts';

type Mail = { from: string; to: string[]; user: string | undefined; raw: string };
const mails: Mail[] = [];
let refuseWith: (Error & { responseCode?: number }) | null = null;
let port: number;
const server = new SMTPServer({
  authOptional: true,
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  onAuth: ({ username, password }, _session, done) =>
    password === 'p@ss/1' ? done(null, { user: username }) : done(new Error(`no such password: ${password}`)),
  onData: (stream, session, done) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', () => {
      if (refuseWith) return done(refuseWith);
      mails.push({
        from: (session.envelope.mailFrom as { address: string }).address,
        to: session.envelope.rcptTo.map(({ address }) => address),
        user: session.user as string | undefined,
        raw: Buffer.concat(chunks).toString('utf8'),
      });
      done();
    });
  },
});
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  port = (server.server.address() as AddressInfo).port;
});
beforeEach(() => {
  mails.length = 0;
  refuseWith = null;
});
after(() => new Promise<void>((resolve) => server.close(resolve)));

const from = 'Rialto <no-reply@pay.example>';
const sender = (credentials = '') => smtpEmail({ url: `smtp://${credentials}127.0.0.1:${port}`, from, live: true });
const mail = { to: 'ana@shop.example', subject: 'Le code', text: 'Votre code est 123456. Ça va ?' };
const headersOf = ({ raw }: Mail) => raw.slice(0, raw.indexOf('\r\n\r\n')).split('\r\n');

describe('e-mail', () => {
  it('goes through the configured SMTP server, with its user', async () => {
    await sender('shop:p%40ss%2F1@').send(mail);
    assert.equal(mails.length, 1);
    const [{ from: sentBy, to, user, raw }] = mails as [Mail];
    assert.deepEqual([sentBy, to, user], ['no-reply@pay.example', ['ana@shop.example'], 'shop']);
    assert.ok(raw.includes('\r\nTo: ana@shop.example\r\n'), raw);
    assert.ok(raw.includes('From: Rialto <no-reply@pay.example>\r\n'), raw);
    assert.ok(raw.includes('Content-Type: text/plain; charset=utf-8\r\n'), raw);
    assert.ok(raw.includes('=C3=87a va ?'), raw);
  });

  it('has one recipient and fixed headers, even with line breaks in the subject', async () => {
    const subject = 'Shop\r\nBcc: thief@evil.example\r\n\r\nbody\u2028Cc: thief@evil.example\0';
    await sender().send({ ...mail, subject });
    const [sent] = mails as [Mail];
    assert.deepEqual(sent.to, ['ana@shop.example']);
    const names = headersOf(sent)
      .filter((line) => !/^\s/.test(line))
      .map((line) => line.split(':')[0]);
    assert.deepEqual(names.sort(), [
      'Content-Transfer-Encoding',
      'Content-Type',
      'Date',
      'From',
      'MIME-Version',
      'Message-ID',
      'Subject',
      'To',
    ]);
  });

  it('goes to one bare address only', async () => {
    for (const to of [
      'a@b.example, thief@evil.example',
      'a@b.example\r\nBcc: thief@evil.example',
      'Ana <a@b.example>',
      'a@b.example;c@d.example',
      'a@@b.example',
      '@b.example',
      '',
    ]) {
      await assert.rejects(sender().send({ ...mail, to }), {
        name: 'SendFailure',
        message: 'The e-mail has no valid recipient address',
      });
    }
    assert.equal(mails.length, 0);
  });

  it('reports a refusal as codes, and repeats no text', async () => {
    refuseWith = Object.assign(new Error('spam: Votre code est 123456'), { responseCode: 554 });
    await assert.rejects(sender().send(mail), { message: 'The mail server did not accept it (EMESSAGE 554)' });
    await assert.rejects(sender('shop:wrong@').send(mail), {
      message: 'The mail server did not accept it (EAUTH 535)',
    });
    const closed = smtpEmail({ url: `smtp://127.0.0.1:${await closedPort()}`, from, live: false });
    await assert.rejects(closed.send(mail), { message: /^The mail server did not accept it \(ESOCKET|ECONNECTION/ });
  });

  it('times out when the server is silent', async () => {
    const mute = createServer((socket: Socket) => void socket.on('error', () => {}));
    mute.listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const url = `smtp://127.0.0.1:${(mute.address() as AddressInfo).port}`;
    await assert.rejects(smtpEmail({ url, from, live: false, timeoutMs: 200 }).send(mail), {
      message: /^The mail server did not (answer|accept it)/,
    });
    mute.close();
  });
});
