import type { EventKind } from './events.ts';
import { bulkExamples, bulkIds, bulkNotice, type Sample } from './examples-bulk.ts';
import { caseExamples, caseId } from './examples-cases.ts';
import { checkoutExamples, checkoutIds, checkoutRecords } from './examples-checkout.ts';
import { clockExamples } from './examples-clock.ts';
import { closeExamples, closeIds } from './examples-closes.ts';
import { dashboardExamples, dashboardIds } from './examples-dashboard.ts';
import { deliveryAttempts, inboxEventOf, webhookHealthExamples } from './examples-deliveries.ts';
import { developerExamples, developerIds } from './examples-developers.ts';
import { exportExamples, exportIds, exportRecord } from './examples-exports.ts';
import { holdEvents } from './examples-holds.ts';
import { kycExamples, kycIds } from './examples-kyc.ts';
import { movement, movementExamples, movementIds, transfer } from './examples-movements.ts';
import { operatorReadExamples } from './examples-operator-reads.ts';
import { operatorExamples, operatorIds } from './examples-operators.ts';
import { automatic, captureEvents, captureExamples } from './examples-payment-captures.ts';
import { paymentRequestExamples } from './examples-payment-requests.ts';
import { canceledPayout, payout, payoutExamples, payoutIds, returnedItem } from './examples-payouts.ts';
import { peopleExamples, peopleIds } from './examples-people.ts';
import { railSettingExamples } from './examples-rail-settings.ts';
import { railExamples } from './examples-rails.ts';
import { rateExamples } from './examples-rates.ts';
import { receiptExamples, receiptIds } from './examples-receipts.ts';
import { reconciliationExamples, reconciliationIds } from './examples-reconciliation.ts';
import { scheduleEvents } from './examples-schedules.ts';
import { splitExamples, splitIds } from './examples-splits.ts';
import { tenantExamples } from './examples-tenants.ts';
import { tillExamples, tillIds } from './examples-tills.ts';
import type { routes } from './routes.ts';

/** Sample records for the reference and for `POST /test/events`. */

export const sampleIds = {
  usr: 'usr_01kf0q2mwee9xvjrc4kdh2n8sa',
  mer: 'mer_01kf0q1x5hf2br8m0tq6wz3cye',
  pay: 'pay_01kf0r7d3vejta5x9h1nbq4c8g',
  rfd: 'rfd_01kf0s4qz9fgn8w2mdk6y5t3rb',
  wal: 'wal_01kf0q1xc7fy4th6v9p0rs2d8m',
  ent: 'ent_01kf0r7f6gf3n8z8q5m2xw9d4t',
  ...bulkIds,
  evt: 'evt_01kf0r7f6ke0v8x3c5tm9hq2zd',
  wbk: 'wbk_01kf0q8r4ff6s9m2z9c7xk3v1h',
  dlv: 'dlv_01kf0r7f6nf9k8w8s2vb6d3mqx',
  rpl: 'rpl_01kf0r7f6nf9k8w8s2vb6d3mqx',
  req: 'req_01kf0r7d3tfz2r9x8b4h6q5ncw',
  case: caseId,
  ...peopleIds,
  ...developerIds,
  ...payoutIds,
  ...movementIds,
  ...splitIds,
  ...operatorIds,
  ...kycIds,
  ...exportIds,
  ...receiptIds,
  ...reconciliationIds,
  ...closeIds,
  ...checkoutIds,
  ...tillIds,
  ...dashboardIds,
} as const;

const createdAt = '2026-01-15T09:30:00.000Z';
const laterAt = '2026-01-15T09:30:02.140Z';

const record = (id: string, object: string, at = createdAt) => ({
  id,
  object,
  livemode: false,
  created_at: at,
  metadata: {},
});
const first = { updated_at: createdAt, version: 1 };

const user = {
  ...record(sampleIds.usr, 'user'),
  updated_at: laterAt,
  version: 3,
  phone: '+221771234567',
  kyc: 'verified',
};

const wallet = {
  ...record(sampleIds.wal, 'wallet'),
  updated_at: laterAt,
  version: 8,
  owner: { type: 'merchant', id: sampleIds.mer },
  currency: 'XOF',
  label: null,
  balance: { available: 1_248_500, reserved: 1_500, total: 1_250_000 },
  status: 'active',
  frozen: null,
  default: true,
};
const frozenWallet = { ...wallet, status: 'frozen', frozen: { reason: 'fraud', at: laterAt } };
const openedWallet = {
  ...wallet,
  ...first,
  label: 'Shop at the port',
  balance: { available: 0, reserved: 0, total: 0 },
  default: false,
};

const entry = {
  ...record(sampleIds.ent, 'entry', laterAt),
  wallet: sampleIds.wal,
  kind: 'payment',
  source: sampleIds.pay,
  about: { customer: '+221771234567', name: null, reference: 'order-1001', description: 'Order 1001' },
  direction: 'credit',
  amount: 5_000,
  currency: 'XOF',
  balance_after: 1_255_000,
};

const payment = {
  ...record(sampleIds.pay, 'payment'),
  ...first,
  ...{ ...automatic, amount: 5_000, charged_amount: 5_000, fee_bearer: 'merchant', currency: 'XOF' },
  ...{ customer: '+221771234567', status: 'pending' },
  next_action: null,
  failure: null,
  amount_refunded: 0,
  ...{ fee: 75, tax: 0, net: 4_925 },
  ...{ fee_on_refund: 'kept', fee_returned: 0, tax_returned: 0 },
  wallet: sampleIds.wal,
  split: null,
  rail: 'sandbox',
  rail_reference: null,
  reference: 'order-1042',
  ...{ checkout_session: null, branch: null },
  description: 'Two bags of rice',
  receipt_email: null,
  success_url: null,
  cancel_url: null,
  expires_at: '2026-01-15T09:35:00.000Z',
  succeeded_at: null,
  failed_at: null,
  reversed_at: null,
};
const waitingPayment = {
  ...payment,
  version: 2,
  status: 'requires_action',
  next_action: {
    type: 'prompt',
    expires_at: '2026-01-15T09:35:00.000Z',
    instructions: 'Approve the request on your phone.',
    redirect_url: null,
  },
};
const paidPayment = {
  ...payment,
  updated_at: laterAt,
  version: 3,
  ...{ status: 'succeeded', amount_captured: 5_000 },
  rail_reference: 'sandbox-7r2k9n4tq8wb',
  succeeded_at: laterAt,
};
const failedPayment = (code: string, message: string, rail_code: string | null) => ({
  ...payment,
  updated_at: laterAt,
  version: 3,
  status: 'failed',
  failure: { code, message, rail_code },
  failed_at: laterAt,
});
const declinedPayment = failedPayment('customer_declined', 'The customer declined.', 'SANDBOX_CUSTOMER_DECLINED');

const refund = {
  ...record(sampleIds.rfd, 'refund', laterAt),
  updated_at: laterAt,
  version: 1,
  payment: sampleIds.pay,
  amount: 1_500,
  currency: 'XOF',
  status: 'pending',
  reason: 'requested_by_customer',
  failure: null,
  rail_reference: null,
  reference: 'return-77',
  split: null,
  ...{ fee_returned: 0, tax_returned: 0 },
  succeeded_at: null,
  failed_at: null,
};
const paidRefund = {
  ...refund,
  version: 2,
  status: 'succeeded',
  rail_reference: 'sandbox-9c4d2m7xk5vq',
  succeeded_at: laterAt,
};
const failedRefund = {
  ...refund,
  version: 2,
  status: 'failed',
  failure: { code: 'rail_error', message: 'The provider refused the refund.', rail_code: 'SANDBOX_0010' },
  failed_at: laterAt,
};

const endpoint = {
  ...record(sampleIds.wbk, 'webhook_endpoint'),
  ...first,
  url: 'https://shop.example/hooks/payments',
  events: ['payment.succeeded', 'payment.failed'],
  description: 'Order service',
  headers: { 'X-Gateway-Key': '[masked]' },
  status: 'enabled',
  disabled_reason: null,
  api_version: 'v1',
};

/** Kinds of event that do not keep their request. */
const withoutRequest: readonly EventKind[] = [
  'refund.succeeded',
  'refund.failed',
  'kyc.updated',
  'payment.reversed',
  'payout.item_returned',
  'checkout.unexpected_payment',
];

const eventOf = (type: EventKind, object: object, previous?: object) => ({
  ...record(sampleIds.evt, 'event', laterAt),
  type,
  api_version: 'v1',
  data: { object, ...(previous ? { previous_attributes: previous } : {}) },
  request: withoutRequest.includes(type)
    ? { id: null, idempotency_key: null }
    : { id: sampleIds.req, idempotency_key: 'order-1042' },
});

/** One event of each kind. */
export const eventExamples: Record<EventKind, ReturnType<typeof eventOf>> = {
  'payment.succeeded': eventOf('payment.succeeded', paidPayment, { status: 'requires_action' }),
  'payment.failed': eventOf('payment.failed', declinedPayment, { status: 'requires_action' }),
  'refund.created': eventOf('refund.created', refund),
  'wallet.frozen': eventOf('wallet.frozen', frozenWallet, { status: 'active', frozen: null }),
  'kyc.updated': eventOf('kyc.updated', user, { kyc: 'pending' }),
  'payout.completed': eventOf('payout.completed', payout, { status: 'processing' }),
  'refund.succeeded': eventOf('refund.succeeded', paidRefund, { status: 'pending' }),
  'refund.failed': eventOf('refund.failed', failedRefund, { status: 'pending' }),
  'payment.requires_action': eventOf('payment.requires_action', waitingPayment, { status: 'pending' }),
  'wallet.unfrozen': eventOf('wallet.unfrozen', wallet, { status: 'frozen', frozen: frozenWallet.frozen }),
  'payout.canceled': eventOf('payout.canceled', canceledPayout, { status: 'pending' }),
  'payment.reversed': eventOf(
    'payment.reversed',
    { ...paidPayment, version: 4, reversed_at: laterAt },
    { reversed_at: null },
  ),
  'payout.item_returned': eventOf('payout.item_returned', returnedItem, { status: 'succeeded' }),
  'transfer.succeeded': eventOf('transfer.succeeded', transfer),
  ...captureEvents(eventOf, waitingPayment),
  ...holdEvents(eventOf),
  'movement.succeeded': eventOf('movement.succeeded', movement),
  'transfer.reversed': eventOf('transfer.reversed', { ...transfer, reversed_amount: 1_000 }, { reversed_amount: 0 }),
  'checkout.completed': eventOf('checkout.completed', checkoutRecords.completed, { status: 'open' }),
  'checkout.expired': eventOf('checkout.expired', checkoutRecords.expired, { status: 'open' }),
  'checkout.unexpected_payment': eventOf('checkout.unexpected_payment', checkoutRecords.unexpected),
  'bulk.completed': eventOf('bulk.completed', bulkNotice),
  'export.completed': eventOf('export.completed', exportRecord, { status: 'running' }),
  ...scheduleEvents(eventOf),
  'webhook.test': eventOf('webhook.test', endpoint),
};
const event = eventExamples['payment.succeeded'];

const delivery = {
  ...record(sampleIds.dlv, 'delivery', laterAt),
  updated_at: '2026-01-15T09:30:32.517Z',
  version: 3,
  event: sampleIds.evt,
  endpoint: sampleIds.wbk,
  endpoint_url: 'https://shop.example/hooks/payments',
  event_type: 'payment.succeeded',
  payload: JSON.stringify(event),
  status: 'succeeded',
  attempts: deliveryAttempts,
  next_attempt_at: null,
};

const replay = {
  ...record(sampleIds.rpl, 'replay'),
  ...first,
  endpoint: sampleIds.wbk,
  since: '2026-01-15T00:00:00.000Z',
  until: laterAt,
  ...{ types: null, delivery_status: 'dead', status: 'running', resent_count: 0, completed_at: null },
};

const anyPayment = { ...paidPayment, integration: sampleIds.int, merchant: sampleIds.mer };

const list = (path: string, ...data: object[]) => ({ object: 'list', data, has_more: false, url: `/api/v1${path}` });

/** Each route's request and answer. Requests have no `reference`, because the reference page may send them repeatedly. */
export const examples: Record<keyof typeof routes, Sample> = {
  ...peopleExamples,
  ...railSettingExamples,
  ...tenantExamples,
  ...caseExamples,
  ...reconciliationExamples,
  ...closeExamples,
  ...dashboardExamples,
  ...developerExamples,
  ...payoutExamples,
  ...operatorExamples,
  ...operatorReadExamples,
  ...kycExamples,
  ...paymentRequestExamples,
  createPayment: {
    request: { amount: 5_000, currency: 'XOF', customer: '+221771234567', description: 'Two bags of rice' },
    answer: { ...payment, reference: null },
  },
  listPayments: { answer: list('/payments', paidPayment) },
  getPayment: { answer: waitingPayment },
  cancelPayment: {
    answer: failedPayment('canceled', 'The payment was canceled before the customer approved it.', null),
  },
  ...captureExamples(waitingPayment),
  listAnyPayments: { answer: list('/operator/payments', anyPayment) },
  getAnyPayment: { answer: anyPayment },
  getAnyPaymentTimeline: {
    answer: {
      ...dashboardExamples.getPaymentTimeline.answer,
      url: `/api/v1/operator/payments/${sampleIds.pay}/timeline`,
    },
  },
  createRefund: {
    request: { payment: sampleIds.pay, amount: 1_500, reason: 'requested_by_customer' },
    answer: { ...refund, reference: null },
  },
  listRefunds: { answer: list('/refunds', refund) },
  getRefund: { answer: paidRefund },
  getMyWallet: { answer: wallet },
  listWallets: { answer: list('/wallets', wallet) },
  getWallet: { answer: wallet },
  createWallet: { request: { currency: 'XOF', label: 'Shop at the port' }, answer: openedWallet },
  listWalletEntries: { answer: list(`/wallets/${sampleIds.wal}/entries`, entry) },
  ...movementExamples,
  ...splitExamples,
  ...bulkExamples,
  createWebhook: {
    request: {
      url: 'https://shop.example/hooks/payments',
      events: ['payment.succeeded', 'payment.failed'],
      headers: { 'X-Gateway-Key': 'the key of your gateway' },
      description: 'Order service',
    },
    answer: { ...endpoint, secret: 'whsec_W0rdsThatAreOnlyASampleAndSignNothingAtAllReally' },
  },
  listWebhooks: { answer: list('/webhooks', endpoint) },
  getWebhook: { answer: endpoint },
  updateWebhook: { request: { events: ['*'] }, answer: { ...endpoint, events: ['*'], version: 2 } },
  rollWebhookSecret: {
    request: { overlap_seconds: 3_600 },
    answer: { ...endpoint, version: 2, secret: 'whsec_AnotherSampleThatSignsNothingAtAllEitherReallyNot' },
  },
  testWebhook: {
    answer: {
      ...delivery,
      version: 2,
      event_type: 'webhook.test',
      payload: JSON.stringify(eventExamples['webhook.test']),
      attempts: [{ ...delivery.attempts[1]!, number: 1 }],
    },
  },
  resendDelivery: { answer: { ...delivery, status: 'pending', next_attempt_at: laterAt } },
  replayWebhook: {
    request: { since: '2026-01-15T00:00:00.000Z', status: 'dead' },
    answer: replay,
  },
  listReplays: { answer: list(`/webhooks/${sampleIds.wbk}/replays`, replay) },
  getReplay: { answer: { ...replay, version: 2, status: 'completed', resent_count: 12, completed_at: laterAt } },
  deleteWebhook: { answer: { id: sampleIds.wbk, object: 'webhook_endpoint', deleted: true } },
  listWebhookDeliveries: { answer: list(`/webhooks/${sampleIds.wbk}/deliveries`, delivery) },
  getDelivery: { answer: delivery },
  ...webhookHealthExamples,
  listEventDeliveries: { answer: list(`/events/${sampleIds.evt}/deliveries`, delivery) },
  listInbox: { answer: list('/inbox', inboxEventOf(delivery)) },
  listEvents: { answer: list('/events', event) },
  getEvent: { answer: event },
  resendEvent: { answer: event },
  ...rateExamples(list, sampleIds.mer),
  ...railExamples,
  ...exportExamples,
  ...receiptExamples,
  ...checkoutExamples,
  ...tillExamples,
  ...clockExamples,
  fundTestWallet: { request: { amount: 1_000_000 }, answer: wallet },
  freezeTestWallet: { request: { reason: 'fraud' }, answer: frozenWallet },
  unfreezeTestWallet: { answer: wallet },
  setTestKyc: { request: { status: 'verified' }, answer: user },
  emitTestEvent: { request: { type: 'payment.succeeded' }, answer: event },
  approveTestPayment: { answer: waitingPayment },
  declineTestPayment: { answer: waitingPayment },
};
