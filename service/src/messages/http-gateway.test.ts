import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Provider, startProvider } from '../../test/support/provider.ts';
import { type GatewayOptions, httpGateway } from './http-gateway.ts';

const nasty = '1" , "to":"+1\\u0000" & to=+2 %26 {to} {from}\n☕ </x>\\';
const message = { to: '+22990001122', text: nasty };
let operator: Provider;
before(async () => {
  operator = await startProvider(null);
});
beforeEach(() => {
  operator.received.length = 0;
  operator.answer = { status: 200, body: 'OK 1701' };
});
after(() => operator.close());

const send = (options: Partial<GatewayOptions> & { path?: string }) =>
  httpGateway({
    url: `${operator.url}${options.path ?? '/send'}`,
    method: 'POST',
    headers: { authorization: 'Bearer the-key' },
    type: 'json',
    body: '',
    from: 'LAKAY & co',
    expect: '',
    ...options,
  }).send(message);

describe('a gateway', () => {
  it('with a JSON body gets any text as one value', async () => {
    await send({ body: '{"messages":[{"to":"{to_digits}","from":"{from}"}],"text":"> {text}","unicode":true}' });
    const [{ method, path, headers, body }] = operator.received as [Provider['received'][0]];
    assert.deepEqual([method, path], ['POST', '/send']);
    assert.deepEqual(headers, {
      host: new URL(operator.url).host,
      connection: 'close',
      authorization: 'Bearer the-key',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    });
    assert.deepEqual(JSON.parse(body), {
      messages: [{ to: '22990001122', from: 'LAKAY & co' }],
      text: `> ${nasty}`,
      unicode: true,
    });
  });

  it('with a form body gets any text as one value', async () => {
    await send({ type: 'form', method: 'PUT', body: 'user=u%26v&to={to}&text={text}&from={from}' });
    const [{ method, headers, body }] = operator.received as [Provider['received'][0]];
    assert.equal(method, 'PUT');
    assert.equal(headers['content-type'], 'application/x-www-form-urlencoded');
    assert.deepEqual(
      [...new URLSearchParams(body)],
      [
        ['user', 'u&v'],
        ['to', '+22990001122'],
        ['text', nasty],
        ['from', 'LAKAY & co'],
      ],
    );
  });

  it('with a URL gets any text as one value, and no body', async () => {
    await send({ method: 'GET', path: '/v1/{to}/sms?text={text}&from={from}&key=a%2Bb' });
    const [{ method, path, headers, body }] = operator.received as [Provider['received'][0]];
    assert.deepEqual([method, body, headers['content-type']], ['GET', '', undefined]);
    const url = new URL(path, operator.url);
    assert.equal(url.pathname, '/v1/%2B22990001122/sms');
    assert.deepEqual(
      [...url.searchParams],
      [
        ['text', nasty],
        ['from', 'LAKAY & co'],
        ['key', 'a+b'],
      ],
    );
  });

  it('that answers 200 to everything must contain the expected word', async () => {
    const body = '{"to":"{to}","text":"{text}"}';
    await send({ body, expect: '1701' });
    operator.answer = { status: 200, body: 'ERR 42 for the-key' };
    await send({ body });
    await assert.rejects(send({ body, expect: '1701' }), {
      name: 'SendFailure',
      message: 'The SMS gateway answered 200 without the text of SMS_HTTP_EXPECT',
    });
  });

  it('that redirects has not accepted the message, and the redirect is not followed', async () => {
    const other = await startProvider({ status: 200 });
    for (const status of [301, 302, 307, 308]) {
      operator.answer = { status, headers: { location: `${other.url}/` } };
      await assert.rejects(send({ body: '{"a":"{to}{text}"}' }), { message: `The SMS gateway answered ${status}` });
    }
    assert.equal(other.received.length, 0);
    await other.close();
  });
});
