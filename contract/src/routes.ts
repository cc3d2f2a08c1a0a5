import { listCurrencies } from './currencies.ts';
import { getEvent, listEvents } from './events.ts';
import { cancelPayment, createPayment, getPayment, listPayments } from './payments.ts';
import { createRefund, getRefund, listRefunds } from './refunds.ts';
import {
  advanceTestClock,
  approveTestPayment,
  declineTestPayment,
  emitTestEvent,
  freezeTestWallet,
  fundTestWallet,
  setTestKyc,
  unfreezeTestWallet,
} from './test-helpers.ts';
import { createTransfer, getTransfer, listTransfers } from './transfers.ts';
import { createWallet, getMyWallet, getWallet, listWalletEntries, listWallets } from './wallets.ts';
import {
  createWebhook,
  deleteWebhook,
  getDelivery,
  getReplay,
  getWebhook,
  listReplays,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  resendDelivery,
  rollWebhookSecret,
  testWebhook,
  updateWebhook,
} from './webhooks.ts';

/** Every route of the interface, in the order of the reference. */
export const routes = {
  createPayment,
  listPayments,
  getPayment,
  cancelPayment,
  createRefund,
  listRefunds,
  getRefund,
  getMyWallet,
  listWallets,
  getWallet,
  createWallet,
  listWalletEntries,
  createTransfer,
  listTransfers,
  getTransfer,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rollWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  getDelivery,
  resendDelivery,
  replayWebhook,
  listReplays,
  getReplay,
  listEvents,
  getEvent,
  listCurrencies,
  advanceTestClock,
  fundTestWallet,
  freezeTestWallet,
  unfreezeTestWallet,
  setTestKyc,
  emitTestEvent,
  approveTestPayment,
  declineTestPayment,
};
