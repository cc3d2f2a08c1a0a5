import Type, { type Static } from 'typebox';
import { Event, EventType } from './events.ts';
import { Amount, Closed, IdParams, OneOf, Timestamp, WIDE } from './fields.ts';
import { Payment } from './payments.ts';
import { integrationCallers, route } from './route.ts';
import { kycStatuses, User } from './users.ts';
import { freezeReasons, Wallet } from './wallets.ts';

export const TestClock = Closed(
  {
    object: Type.Literal('test_clock'),
    livemode: Type.Literal(false),
    status: OneOf(['ready', 'advancing'], {
      description: '`advancing` while deadlines of the last advance are still being moved; then `ready`.',
    }),
    now_at: Type.String({
      ...Timestamp,
      description: 'Real time and all advances: what open deadlines are compared with. The times of records stay real.',
    }),
    advanced_seconds: Type.Integer({
      ...WIDE,
      description: 'How far it is ahead of real time, all advances together.',
    }),
  },
  { title: 'Test clock' },
);
export type TestClock = Static<typeof TestClock>;

export const advanceTestClock = route({
  id: 'advanceTestClock',
  method: 'POST',
  path: '/test/clock/advance',
  tag: 'Test helpers',
  summary: "Advance the test world's clock",
  description:
    "Payments expire, webhook retries come due and dead letters age as though the time had passed. A signature's `t` stays real time. The clock never goes back, and at most a hundred years ahead. Codes of merchants' people stay as they are: other integrations' clocks move those of test customers. `status` is `ready` where all deadlines are moved. In a world with thousands of open records it is `advancing`: the service goes on by itself, `GET /test/clock` says when it is done, and another advance gets 409 until then. Records that are made after the request are not moved.",
  auth: integrationCallers,
  anyKey: true,
  integration: 'required',
  testOnly: true,
  body: Closed({ seconds: Type.Integer({ minimum: 1, maximum: 31_622_400, description: 'Up to 366 days at once.' }) }),
  ok: { status: 200, description: 'The clock.', schema: TestClock },
  errors: ['clock_advance_in_progress'],
});

export const getTestClock = route({
  id: 'getTestClock',
  method: 'GET',
  path: '/test/clock',
  tag: 'Test helpers',
  summary: "Read the test world's clock",
  description: 'Poll it after an advance whose `status` was `advancing`.',
  auth: integrationCallers,
  anyKey: true,
  integration: 'required',
  testOnly: true,
  ok: { status: 200, description: 'The clock.', schema: TestClock },
});

export const fundTestWallet = route({
  id: 'fundTestWallet',
  method: 'POST',
  path: '/test/wallets/{id}/fund',
  tag: 'Test helpers',
  summary: 'Put test money into a wallet',
  auth: integrationCallers,
  integration: 'required',
  scope: 'wallets:write',
  testOnly: true,
  params: IdParams('wal'),
  body: Closed({ amount: Amount }),
  ok: { status: 200, description: 'The wallet with its new balance.', schema: Wallet },
  errors: ['wallet_frozen', 'wallet_closed', 'limit_exceeded'],
});

export const freezeTestWallet = route({
  id: 'freezeTestWallet',
  method: 'POST',
  path: '/test/wallets/{id}/freeze',
  tag: 'Test helpers',
  summary: 'Freeze a wallet',
  description:
    'As an operator would. Emits `wallet.frozen`; a wallet that is frozen already stays as it is, but `fraud` takes the place of `kyc`.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'wallets:write',
  testOnly: true,
  params: IdParams('wal'),
  body: Closed({ reason: OneOf(freezeReasons) }),
  ok: { status: 200, description: 'The frozen wallet.', schema: Wallet },
  errors: ['wallet_closed'],
});

export const unfreezeTestWallet = route({
  id: 'unfreezeTestWallet',
  method: 'POST',
  path: '/test/wallets/{id}/unfreeze',
  tag: 'Test helpers',
  summary: 'Unfreeze a wallet',
  description: 'Emits `wallet.unfrozen`; a wallet that is active already stays as it is.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'wallets:write',
  testOnly: true,
  params: IdParams('wal'),
  ok: { status: 200, description: 'The active wallet.', schema: Wallet },
  errors: ['wallet_closed'],
});

export const setTestKyc = route({
  id: 'setTestKyc',
  method: 'POST',
  path: '/test/users/{id}/kyc',
  tag: 'Test helpers',
  summary: "Set a user's KYC status",
  description: 'Any status, as though the steps between had happened. Emits `kyc.updated` when it changes.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'wallets:write',
  testOnly: true,
  params: IdParams('usr'),
  body: Closed({ status: OneOf(kycStatuses) }),
  ok: { status: 200, description: 'The user.', schema: User },
});

export const emitTestEvent = route({
  id: 'emitTestEvent',
  method: 'POST',
  path: '/test/events',
  tag: 'Test helpers',
  summary: 'Emit a sample event',
  description:
    'A sample of any kind, stored and sent to the endpoints that take it. No money moves and no record changes.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'webhooks:write',
  testOnly: true,
  body: Closed({ type: EventType }),
  ok: { status: 201, description: 'The event.', schema: Event },
});

export const approveTestPayment = route({
  id: 'approveTestPayment',
  method: 'POST',
  path: '/test/payments/{id}/approve',
  tag: 'Test helpers',
  summary: 'Approve a payment as its customer',
  description:
    'Any payment of the sandbox rail that is not final: also one whose phone makes it wait (0007) or stay processing (0008).',
  auth: integrationCallers,
  integration: 'required',
  scope: 'payments:write',
  testOnly: true,
  params: IdParams('pay'),
  ok: { status: 200, description: 'The payment as it is; it ends a moment later.', schema: Payment },
  errors: ['payment_already_final', 'payment_not_approvable'],
});

export const declineTestPayment = route({
  id: 'declineTestPayment',
  method: 'POST',
  path: '/test/payments/{id}/decline',
  tag: 'Test helpers',
  summary: 'Decline a payment as its customer',
  description: 'Any payment of the sandbox rail that is not final. It fails with the code `customer_declined`.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'payments:write',
  testOnly: true,
  params: IdParams('pay'),
  ok: { status: 200, description: 'The payment as it is; it ends a moment later.', schema: Payment },
  errors: ['payment_already_final', 'payment_not_approvable'],
});
