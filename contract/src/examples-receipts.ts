/** Samples of receipts, messages and the merchant's settings. `examples.ts` combines them with the others. */

export const receiptIds = {
  rct: 'rct_01kf0r7g2mf9d8s4x6t1n5w3qz',
  msg: 'msg_01kf0r7g2ref4b7m3k9v8d6c2h',
} as const;

const laterAt = '2026-01-15T09:30:02.140Z';
const payment = 'pay_01kf0r7d3vejta5x9h1nbq4c8g';
const address = 'https://pay.example.com/r/mI9xq3nC0aTn2sX8uG5rZw';

const receipt = {
  id: receiptIds.rct,
  object: 'receipt',
  livemode: false,
  created_at: laterAt,
  metadata: {},
  updated_at: laterAt,
  version: 1,
  payment,
  refund: null,
  payout: null,
  payout_item: null,
  url: address,
  pdf_url: `${address}.pdf`,
  revoked_at: null,
};
const revoked = {
  ...receipt,
  updated_at: '2026-01-16T08:00:00.000Z',
  version: 2,
  url: null,
  pdf_url: null,
  revoked_at: '2026-01-16T08:00:00.000Z',
};

const message = {
  id: receiptIds.msg,
  object: 'message',
  livemode: false,
  created_at: laterAt,
  metadata: {},
  receipt: receiptIds.rct,
  channel: 'sms',
  recipient: '+221771234567',
  status: 'test',
  text: `You paid XOF 5,000 to Teranga Shop on 2026-01-15 09:30. Receipt: ${address}`,
  attempts: 0,
  error: null,
  sent_at: null,
};

const settings = {
  object: 'merchant_settings',
  id: 'mer_01kf0q1x5hf2br8m0tq6wz3cye',
  name: 'Teranga Shop',
  receipts: 'sms',
  time_zone: 'Africa/Dakar',
  fee_bearer: 'merchant',
  logo: { path: '/logos/3f2a9c4be1d05768aa91', type: 'image/png', width: 160, height: 64 },
};

const list = (path: string, ...data: object[]) => ({
  object: 'list',
  data,
  has_more: false,
  url: `/api/v1${path}`,
});

export const receiptExamples = {
  createReceipt: { request: { record: payment }, answer: receipt },
  listReceipts: { answer: list('/receipts', receipt) },
  getReceipt: { answer: receipt },
  revokeReceipt: { answer: revoked },
  listMessages: { answer: list('/messages', message) },
  getMerchantSettings: { answer: settings },
  updateMerchantSettings: { request: { receipts: 'sms', time_zone: 'Africa/Dakar' }, answer: settings },
  setMerchantLogo: { answer: settings },
  deleteMerchantLogo: { answer: { ...settings, logo: null } },
};
