import Type, { type Static } from 'typebox';
import { Event, EventType } from './events.ts';
import { Amount, Closed, IdParams, OneOf, Timestamp, WIDE } from './fields.ts';
import { buildReads, moneyChanges, webhookChanges } from './member-rights.ts';
import { Payment } from './payments.ts';
import { integrationCallers, route } from './route.ts';
import { kycStatuses, User } from './users.ts';
import { freezeReasons, Wallet } from './wallets.ts';

export const TestClock = Closed(
  {
    object: Type.Literal('test_clock'),
    livemode: Type.Literal(false),
    status: OneOf(['ready', 'advancing'], {
      description: '`advancing`: the last advance is still moving deadlines. `ready`: all deadlines are moved.',
    }),
    now_at: Type.String({
      ...Timestamp,
      description:
        'Real time plus all advances. Open deadlines are compared with this time. The timestamps of records stay real.',
    }),
    advanced_seconds: Type.Integer({
      ...WIDE,
      description: 'The sum of all advances: the distance to real time.',
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
    "Payments expire, webhook retries become due and dead letters age as if the time had passed. A signature's `t` stays real time. The clock never goes back, and it goes at most a hundred years ahead. Codes of merchants' people do not move; codes of test customers also move with other integrations' clocks. `status` is `ready` when all deadlines are moved. In a world with thousands of open records it is `advancing`: the service continues in the background, `GET /test/clock` shows when it has finished, and another advance gets 409 until then. Records that are created after the request are not moved.",
  auth: integrationCallers,
  anyKey: true,
  integration: 'required',
  members: moneyChanges,
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
  description: 'Poll the clock after an advance whose `status` is `advancing`.',
  auth: integrationCallers,
  anyKey: true,
  integration: 'required',
  members: buildReads,
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
  members: moneyChanges,
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
    'Freezes the wallet as an operator would. Emits `wallet.frozen`. A wallet that is already frozen stays frozen, and the reason `fraud` replaces `kyc`.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
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
  description: 'Emits `wallet.unfrozen`. A wallet that is already active stays unchanged.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
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
  description: 'Sets any status, as if the steps between had happened. Emits `kyc.updated` if the status changes.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
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
    'Stores a sample event of this kind, and sends it to the endpoints that subscribe to it. No money moves and no record changes.',
  auth: integrationCallers,
  integration: 'required',
  members: webhookChanges,
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
    'Works for every payment of the sandbox rail that is not final, including payments whose phone makes them wait (0007) or stay `processing` (0008).',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
  scope: 'payments:write',
  testOnly: true,
  params: IdParams('pay'),
  ok: { status: 200, description: 'The payment, still unchanged. It ends a moment later.', schema: Payment },
  errors: ['payment_already_final', 'payment_not_approvable'],
});

export const declineTestPayment = route({
  id: 'declineTestPayment',
  method: 'POST',
  path: '/test/payments/{id}/decline',
  tag: 'Test helpers',
  summary: 'Decline a payment as its customer',
  description:
    'Works for every payment of the sandbox rail that is not final. The payment fails with the code `customer_declined`.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
  scope: 'payments:write',
  testOnly: true,
  params: IdParams('pay'),
  ok: { status: 200, description: 'The payment, still unchanged. It ends a moment later.', schema: Payment },
  errors: ['payment_already_final', 'payment_not_approvable'],
});

export const testHelperRoutes = {
  advanceTestClock,
  getTestClock,
  fundTestWallet,
  freezeTestWallet,
  unfreezeTestWallet,
  setTestKyc,
  emitTestEvent,
  approveTestPayment,
  declineTestPayment,
};
