import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type HttpVerdict, httpVerdict, readErrorBody } from './http-errors.ts';

const cases: [number, string, string, HttpVerdict][] = [
  [404, '404.001.03', 'Invalid Access Token', 'token'],
  [400, '400.003.01', 'Invalid Access Token', 'token'],
  [401, '401.002.01', 'Error Occurred - Invalid Access Token', 'token'],
  [401, '401.003.01', 'Error Occurred - Invalid Access Token', 'token'],
  [401, '401.003.01', 'Invalid API call as no apiproduct match found', 'set_up'],
  [400, '400.008.01', 'Invalid Authentication passed', 'set_up'],
  [400, '400.008.02', 'Invalid grant type passed', 'set_up'],
  [404, '404.001.04', 'Invalid Authentication Header', 'set_up'],
  [404, '404.001.01', 'Resource not found', 'refused'],
  [405, '405.001', 'Method Not Allowed', 'refused'],
  [400, '400.002.02', 'Bad Request - Invalid Amount', 'refused'],
  [400, '400.002.02', 'Bad Request - Invalid PhoneNumber', 'bad_phone'],
  [400, '400.002.05', 'Invalid Request Payload', 'refused'],
  [500, '500.001.1001', 'The transaction is being processed', 'waiting'],
  [500, '500.001.1001', 'Unable to lock subscriber, a transaction is already in process', 'locked'],
  [500, '500.001.1001', 'Merchant does not exist', 'set_up'],
  [500, '500.001.1001', 'Wrong credentials', 'set_up'],
  [500, '500.001.1001', 'Something new', 'unknown'],
  [500, '500.002.1001', 'Duplicate OriginatorConversationID.', 'sent_before'],
  [500, '500.003.02', 'Error Occurred: Spike Arrest Violation', 'not_taken'],
  [500, '500.003.02', 'System is busy. Please try again in few minutes.', 'not_taken'],
  [500, '500.003.03', 'Error Occurred: Quota Violation', 'not_taken'],
  [500, '500.003.1001', 'Internal Server Error', 'unknown'],
  [503, '503', '', 'unknown'],
];

test('each documented error has its meaning', () => {
  for (const [status, errorCode, errorMessage, verdict] of cases)
    assert.equal(httpVerdict(status, { errorCode, errorMessage }), verdict, `${errorCode} ${errorMessage}`);
});

test("an error without the provider's shape is not read", () => {
  for (const body of [null, undefined, 'html', [], {}, { errorCode: null }]) assert.equal(readErrorBody(body), null);
  assert.deepEqual(readErrorBody({ requestId: '', errorCode: '404.001.03', errorMessage: 'Invalid Access Token' }), {
    errorCode: '404.001.03',
    errorMessage: 'Invalid Access Token',
  });
});
