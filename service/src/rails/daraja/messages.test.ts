import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as messages from './messages.ts';

const { itemOf, readBalances, readC2bPayment, readCharges, readPulledPayments, readResult, readStkCallback } = messages;

const items = [
  { Name: 'Amount', Value: 1.0 },
  { Name: 'MpesaReceiptNumber', Value: 'NLJ7RT61SV' },
  { Name: 'Balance' },
  { Name: 'TransactionDate', Value: 20191219102115 },
  { Name: 'PhoneNumber', Value: 254708374149 },
];
const stkBody = (Item: unknown, ResultCode: unknown = 0) => ({
  Body: {
    stkCallback: {
      MerchantRequestID: '29115-34620561-1',
      CheckoutRequestID: 'ws_CO_191220191020363925',
      ResultCode,
      ResultDesc: 'The service request is processed successfully.',
      CallbackMetadata: { Item },
    },
  },
});

test('an STK callback is read by name, in any order and with a code as text', () => {
  for (let turn = 0; turn < items.length; turn++) {
    const turned = [...items.slice(turn), ...items.slice(0, turn)];
    assert.deepEqual(readStkCallback(stkBody(turned, turn % 2 ? '0' : 0)), {
      checkoutRequestId: 'ws_CO_191220191020363925',
      code: '0',
      amount: 100n,
      receipt: 'NLJ7RT61SV',
    });
  }
});

test('an STK callback of a failure has no metadata', () => {
  const body = stkBody([], 1032);
  const { CallbackMetadata: _, ...rest } = body.Body.stkCallback;
  const callback = readStkCallback({ Body: { stkCallback: rest } });
  assert.equal(callback?.code, '1032');
  assert.equal(callback?.amount, null);
  assert.equal(callback?.receipt, null);
});

const result = (ResultParameter: unknown) => ({
  Result: {
    ResultType: 0,
    ResultCode: '0',
    ResultDesc: 'The service request is processed successfully.',
    OriginatorConversationID: 'pit_01',
    ConversationID: 'AG_20191219_00005797af5d7d75f652',
    TransactionID: 'NLJ41HAY6Q',
    ResultParameters: { ResultParameter },
  },
});

test('result parameters are one object or a list, some twice and some without a value', () => {
  const one = readResult(result({ Key: 'BOCompletedTime', Value: 20200109125710 }));
  assert.equal(one?.items.get('BOCompletedTime'), 20200109125710);
  const list = readResult(
    result([
      { Key: 'DebitPartyName', Value: '600310 - Safaricom333' },
      { Key: 'ReceiptNo' },
      { Key: 'DebitPartyName', Value: 'another' },
      { Key: 'Amount', Value: '150.00' },
      'noise',
    ]),
  );
  assert.equal(itemOf(list!.items, 'DebitPartyName'), '600310 - Safaricom333');
  assert.equal(itemOf(list!.items, 'ReceiptNo'), '');
  assert.equal(itemOf(list!.items, 'TransactionAmount', 'Amount'), '150.00');
});

test('other bodies are no message', () => {
  for (const body of [
    null,
    'text',
    [],
    {},
    { Body: {} },
    { Body: { stkCallback: {} } },
    { Result: { ResultCode: 0 } },
  ]) {
    assert.equal(readStkCallback(body), null);
    assert.equal(readResult(body), null);
    assert.equal(readC2bPayment(body), null);
    assert.equal(readPulledPayments(body), null);
  }
});

test('charges and balances are read', () => {
  assert.equal(readCharges('Fee For B2C Payment|KES|22.40'), 2_240n);
  assert.equal(readCharges('A|KES|1.00&B|KES|2.5'), 350n);
  assert.equal(readCharges(''), 0n);
  assert.equal(readCharges('Fee'), null);
  const text =
    'Working Account|KES|700000.00|700000.00|0.00|0.00&Utility Account|KES|228037.00|228030.00|0.00|7.00' +
    '&Charges Paid Account|KES|-1540.00|-1540.00|0.00|0.00';
  assert.deepEqual(readBalances(text), [
    { account: 'Working Account', currency: 'KES', available: 70_000_000n },
    { account: 'Utility Account', currency: 'KES', available: 22_803_000n },
    { account: 'Charges Paid Account', currency: 'KES', available: -154_000n },
  ]);
});

test('a C2B confirmation is read', () => {
  const payment = readC2bPayment({
    TransactionType: 'Pay Bill',
    TransID: 'RKTQDM7W6S',
    TransTime: '20191122063845',
    TransAmount: '10.00',
    BusinessShortCode: '600638',
    BillRefNumber: 'invoice 008',
    InvoiceNumber: '',
    OrgAccountBalance: '',
    ThirdPartyTransID: '',
    MSISDN: '2547 ***** 126',
    FirstName: 'John',
    MiddleName: '',
    LastName: 'Doe',
  });
  assert.deepEqual(payment, {
    receipt: 'RKTQDM7W6S',
    amount: 1_000n,
    at: new Date('2019-11-22T03:38:45Z'),
    account: 'invoice 008',
    payer: '2547 ***** 126',
  });
});

test('a page of the pull is a list in a list; a row that cannot be read makes it unreadable', () => {
  const row = {
    transactionId: 'yzlyrEsRG1',
    trxDate: '2020-08-05T10:13:00Z',
    msisdn: 722000000,
    sender: 'UAT2',
    transactiontype: 'c2b-pay-bill-debit',
    billreference: '37207636392',
    amount: '168.00',
    organizationname: 'Daraja Pull API Test',
  };
  const page = (Response: unknown) => ({
    ResponseRefID: '1',
    ResponseCode: '1000',
    ResponseMessage: 'Success',
    Response,
  });
  assert.equal(readPulledPayments(page([[row]]))?.[0]?.amount, 16_800n);
  assert.equal(readPulledPayments(page([row, row]))?.length, 2);
  assert.deepEqual(readPulledPayments({ ResponseCode: '1001', Response: '[[]]' }), []);
  assert.equal(readPulledPayments(page([[row, { ...row, amount: 'many' }]])), null);
  assert.equal(readPulledPayments({ ResponseCode: '500' }), null);
});
