import assert from 'node:assert/strict';
import { constants, publicEncrypt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, globalAgent } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type CounterpartProcess, startCounterpartProcess } from './start-process.ts';

/** Two public clients, which nobody here wrote, use the counterpart. They have no types. */
const require = createRequire(import.meta.url);

let counterpart: CounterpartProcess;
let listener: ReturnType<typeof createServer>;
let address: string;
const arrived = new Map<string, any>();

before(async () => {
  counterpart = await startCounterpartProcess('daraja');
  await counterpart.ask('POST', '/settings', { success_after_ms: 100 });
  listener = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    arrived.set(request.url!, JSON.parse(Buffer.concat(chunks).toString()));
    response.end('{"ResultCode":0,"ResultDesc":"Success"}');
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
after(async () => {
  await counterpart.stop();
  listener.closeAllConnections();
  listener.close();
});

/** Polls for what it waits for. */
async function waitFor<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = performance.now() + 10_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error('nothing came');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const resultAt = (path: string) => waitFor(() => arrived.get(path)?.Result);
const parameter = (result: any, key: string) =>
  result.ResultParameters.ResultParameter.find((one: any) => one.Key === key)?.Value;

test('mpesa-node collects, pays out and asks for a status', async () => {
  const Mpesa = require('mpesa-node');
  const { credentials, url } = counterpart;
  const certPath = join(mkdtempSync(join(tmpdir(), 'daraja-')), 'certificate.pem');
  writeFileSync(certPath, credentials.certificate);
  const client = new Mpesa({
    consumerKey: credentials.consumer_key,
    consumerSecret: credentials.consumer_secret,
    initiatorName: credentials.initiator_name,
    securityCredential: credentials.initiator_password,
    lipaNaMpesaShortCode: credentials.short_code,
    lipaNaMpesaShortPass: credentials.passkey,
    shortCode: credentials.short_code,
    certPath,
  });
  client.baseURL = url;

  const pushed = await client.lipaNaMpesaOnline(254708374149, 10, `${address}/node/stk`, 'INV-1');
  assert.equal(pushed.data.ResponseCode, '0');
  const id = pushed.data.CheckoutRequestID;
  const queried = await waitFor(async () => {
    // A query of an open prompt is an HTTP 500, or has the result 4999.
    const answer = await client.lipaNaMpesaQuery(id).catch((error: any) => error.response);
    return answer.data.ResultCode === '0' ? answer.data : undefined;
  });
  assert.equal(queried.CheckoutRequestID, id);
  const { stkCallback } = await waitFor(() => arrived.get('/node/stk')?.Body);
  const receipt = stkCallback.CallbackMetadata.Item.find((one: any) => one.Name === 'MpesaReceiptNumber').Value;

  await client.b2c(credentials.short_code, 254708374149, 20, `${address}/node/late`, `${address}/node/b2c`);
  const paid = await resultAt('/node/b2c');
  assert.equal(Number(paid.ResultCode), 0);
  assert.equal(Number(parameter(paid, 'TransactionAmount')), 20);

  const late = `${address}/node/late`;
  await client.transactionStatus(receipt, credentials.short_code, '4', late, `${address}/node/status`);
  const status = await resultAt('/node/status');
  assert.equal(parameter(status, 'TransactionStatus'), 'Completed');
  assert.equal(parameter(status, 'ReceiptNo'), receipt);
});

test('mpesa-api collects, pays out and asks for a status', async () => {
  const { credentials, url } = counterpart;
  const { protocol, hostname, port } = new URL(url);
  const { routes } = require('mpesa-api/lib/routes');
  routes.sandbox = `${protocol}//${hostname}`;
  // The client drops the port of its base address.
  (globalAgent as unknown as { defaultPort: number }).defaultPort = Number(port);
  const { Mpesa } = require('mpesa-api');
  const { consumer_key: clientKey, consumer_secret: clientSecret, short_code: shortCode } = credentials;
  const password = Buffer.from(credentials.initiator_password);
  const key = { key: credentials.certificate, padding: constants.RSA_PKCS1_PADDING };
  const securityCredential = publicEncrypt(key, password).toString('base64');
  const client = new Mpesa({ clientKey, clientSecret, securityCredential }, 'sandbox');

  const pushed = await client.lipaNaMpesaOnline({
    BusinessShortCode: shortCode,
    passKey: credentials.passkey,
    Amount: 30,
    PartyA: '254708374150',
    PartyB: shortCode,
    PhoneNumber: '254708374150',
    CallBackURL: `${address}/api/stk`,
    AccountReference: 'INV-2',
  });
  assert.equal(pushed.ResponseCode, '0');
  const { CheckoutRequestID } = pushed;
  const queried = await waitFor(async () => {
    const question = { BusinessShortCode: shortCode, passKey: credentials.passkey, CheckoutRequestID };
    const answer = await client.lipaNaMpesaQuery(question).catch((error: any) => error.data);
    return answer.ResultCode === '0' ? answer : undefined;
  });
  assert.equal(queried.ResponseCode, '0');

  const addresses = { QueueTimeOutURL: `${address}/api/late` };
  await client.b2c({
    Initiator: credentials.initiator_name,
    CommandID: 'BusinessPayment',
    Amount: 40,
    PartyA: shortCode,
    PartyB: '254708374150',
    ResultURL: `${address}/api/b2c`,
    ...addresses,
  });
  const paid = await resultAt('/api/b2c');
  assert.equal(Number(paid.ResultCode), 0);

  await client.transactionStatus({
    Initiator: credentials.initiator_name,
    TransactionID: paid.TransactionID,
    PartyA: shortCode,
    IdentifierType: '4',
    ResultURL: `${address}/api/status`,
    ...addresses,
  });
  const status = await resultAt('/api/status');
  assert.equal(parameter(status, 'TransactionStatus'), 'Completed');
});
