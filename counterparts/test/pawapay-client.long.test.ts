import assert from 'node:assert/strict';
import { createPublicKey, createVerify, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpbis } from 'http-message-signatures';
import { createPawaPayClient } from 'pawapay-sdk';
import { type CounterpartProcess, startCounterpartProcess } from './start-process.ts';

let counterpart: CounterpartProcess;
before(async () => {
  counterpart = await startCounterpartProcess('pawapay');
  await counterpart.ask('POST', '/settings', { success_after_ms: 30 });
});
after(() => counterpart.stop());

const account = { phoneNumber: '260763456789', provider: 'MTN_MOMO_ZMB' };

describe("npm's pawapay-sdk", () => {
  /** The client fixes the host: each call overrides it. */
  const call = () => ({ options: { baseURL: `${counterpart.url}/v2` } }) as object;
  const client = () =>
    createPawaPayClient(counterpart.credentials.api_token, { apiVersion: 'v2', environment: 'sandbox' });
  const until = async (ask: () => Promise<any>): Promise<any> => {
    for (let times = 0; times < 400; times++) {
      const { data } = await ask();
      if (data?.data?.status === 'COMPLETED') return data.data;
      await sleep(25);
    }
    throw new Error('the payment is not completed');
  };

  it('completes a deposit and reads its state', async () => {
    const depositId = randomUUID();
    const request = {
      depositId,
      amount: '15',
      currency: 'ZMW',
      payer: { type: 'MMO', accountDetails: account },
    } as const;
    const accepted = await client().requestDeposit({ ...request, metadata: [{ orderId: 'ORD-1' }] }, call());
    assert.equal(accepted.data?.status, 'ACCEPTED');
    const deposit = await until(() => client().checkDepositStatus(depositId, call()));
    assert.deepEqual([deposit.amount, deposit.currency, deposit.metadata], ['15.00', 'ZMW', { orderId: 'ORD-1' }]);
    const again = await client().requestDeposit({ ...request, metadata: [] }, call());
    assert.equal(again.data?.status, 'DUPLICATE_IGNORED');
  });

  it('completes a payout and reads its state', async () => {
    const payoutId = randomUUID();
    const recipient = { type: 'MMO', accountDetails: account };
    const request = { payoutId, amount: '7.50', currency: 'ZMW', recipient } as never;
    const accepted = await client().requestPayout(request, call());
    assert.equal((accepted.data as { status?: string }).status, 'ACCEPTED');
    const payout = await until(() => client().checkPayoutStatus(payoutId, call()));
    assert.equal(payout.recipient.accountDetails.phoneNumber, account.phoneNumber);
  });

  it('refunds a deposit, and reads balances, operators and keys', async () => {
    const depositId = randomUUID();
    const request = {
      depositId,
      amount: '10',
      currency: 'ZMW',
      payer: { type: 'MMO', accountDetails: account },
    } as const;
    await client().requestDeposit({ ...request, metadata: [] }, call());
    await until(() => client().checkDepositStatus(depositId, call()));
    const refund = { refundId: randomUUID(), depositId, amount: '4', currency: 'ZMW' };
    assert.equal((await client().initiateRefund(refund as never, call())).data?.status, 'ACCEPTED');
    await until(() => client().checkRefundStatus(refund.refundId, call()));
    const read = async (ask: Promise<any>) => (await ask).data;
    assert.equal((await read(client().getWalletBalances(call()))).balances[0].country, 'ZMB');
    assert.equal((await read(client().getActiveConfiguration(call()))).countries[0].country, 'ZMB');
    assert.equal((await read(client().getProviderAvailability(call())))[0].providers.length, 3);
    assert.equal((await read(client().getProviderPrediction('260 76-3456789', call()))).provider, 'MTN_MOMO_ZMB');
    assert.equal((await read(client().getPublicKeys(call())))[0].id, 'HTTP_EC_P256_KEY:1');
  });
});

describe("npm's http-message-signatures", () => {
  let server: Server;
  const arrived: { headers: IncomingHttpHeaders; body: string }[] = [];
  before(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      arrived.push({ headers: request.headers, body });
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('verifies the callbacks of the counterpart', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rails/1/2`;
    await counterpart.ask('POST', '/settings', { callback_url: url });
    const deposit = {
      depositId: randomUUID(),
      amount: '5',
      currency: 'ZMW',
      payer: { type: 'MMO', accountDetails: account },
    };
    await fetch(`${counterpart.url}/v2/deposits`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${counterpart.credentials.api_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(deposit),
    });
    while (arrived.length === 0) await sleep(25);
    const { headers, body } = arrived[0]!;
    assert.equal(JSON.parse(body).depositId, deposit.depositId);
    const keys = (await (await fetch(`${counterpart.url}/v2/public-key/http`)).json()) as { id: string; key: string }[];
    const verify = (url: string) =>
      httpbis.verifyMessage(
        {
          requiredFields: ['@method', '@authority', '@path', 'signature-date', 'content-digest', 'content-type'],
          keyLookup: async ({ keyid }) => {
            const { id, key } = keys.find((one) => one.id === keyid)!;
            // pawaPay's ECDSA is in DER, which the library's own verifiers refuse.
            const verifyDer = async (data: Buffer, signature: Buffer) =>
              createVerify('sha256').update(data).verify(createPublicKey(key), signature);
            return { id, algs: ['ecdsa-p256-sha256'], verify: verifyDer };
          },
        },
        { method: 'POST', url, headers: headers as Record<string, string> },
      );
    assert.equal(await verify(url), true);
    assert.equal(await verify(url.replace('/rails/1/2', '/rails/1/3')), false);
  });
});
