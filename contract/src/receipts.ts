import Type, { type Static } from 'typebox';
import { defaultBearer } from './fee-bearer.ts';
import {
  Closed,
  changing,
  common,
  Id,
  IdParams,
  ListOf,
  ListQuery,
  Nullable,
  OneOf,
  suffix,
  Timestamp,
  TimeZone,
} from './fields.ts';
import { moneyChanges, moneyReads } from './member-rights.ts';
import { integrationCallers, route } from './route.ts';

const tag = 'Receipts';

export const receiptKinds = ['payment', 'refund', 'payout_item'] as const;
export type ReceiptKind = (typeof receiptKinds)[number];
export const receiptSendings = ['none', 'sms', 'email', 'both'] as const;
export type ReceiptSending = (typeof receiptSendings)[number];
export const messageStatuses = ['waiting', 'sent', 'dead', 'test'] as const;

const records = {
  payment: Id('pay'),
  refund: Id('rfd'),
  payout: Id('pout', 'The payout of the item.'),
  payout_item: Id('pit'),
};

export const Receipt = Closed(
  {
    ...common('rct', 'receipt'),
    ...changing,
    payment: Nullable(records.payment),
    refund: Nullable(records.refund),
    payout: Nullable(records.payout),
    payout_item: Nullable(records.payout_item),
    url: Nullable(
      Type.String({
        description:
          'The page, for the payer or receiver. Everybody who has the address can read it. Null once the receipt is revoked.',
      }),
    ),
    pdf_url: Nullable(Type.String({ description: 'The same as a PDF.' })),
    revoked_at: Nullable(Timestamp),
  },
  { title: 'Receipt' },
);
export type Receipt = Static<typeof Receipt>;

export const createReceipt = route({
  id: 'createReceipt',
  method: 'POST',
  path: '/receipts',
  tag,
  summary: 'Create a receipt',
  description:
    'Makes a public page for a payment, a refund or a payout item. A record has one receipt: repeated requests return the same address until it is revoked. A payout item needs the scope `payouts:write`, the others `payments:write`.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
  oneOfScopes: ['payments:write', 'payouts:write'],
  body: Closed({
    record: Type.String({
      pattern: `^(pay|rfd|pit)_${suffix}$`,
      description: 'The id of the payment, the refund or the payout item.',
    }),
  }),
  ok: { status: 201, description: 'The receipt, with its address.', schema: Receipt },
  errors: ['not_found'],
});

export const listReceipts = route({
  id: 'listReceipts',
  method: 'GET',
  path: '/receipts',
  tag,
  summary: 'List receipts',
  auth: integrationCallers,
  integration: 'required',
  members: moneyReads,
  scope: 'payments:read',
  query: ListQuery('rct', {
    payment: Type.Optional(records.payment),
    refund: Type.Optional(records.refund),
    payout_item: Type.Optional(records.payout_item),
  }),
  ok: { status: 200, description: 'A page of receipts.', schema: ListOf(Receipt) },
});

export const getReceipt = route({
  id: 'getReceipt',
  method: 'GET',
  path: '/receipts/{id}',
  tag,
  summary: 'Read one receipt',
  auth: integrationCallers,
  integration: 'required',
  members: moneyReads,
  scope: 'payments:read',
  params: IdParams('rct'),
  ok: { status: 200, description: 'The receipt.', schema: Receipt },
});

export const revokeReceipt = route({
  id: 'revokeReceipt',
  method: 'DELETE',
  path: '/receipts/{id}',
  tag,
  summary: 'Revoke a receipt',
  description:
    'Its address answers at once like one that never existed. A new receipt of the record gets another address.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
  scope: 'payments:write',
  params: IdParams('rct'),
  ok: { status: 200, description: 'The receipt, without an address.', schema: Receipt },
});

export const Message = Closed(
  {
    ...common('msg', 'message'),
    receipt: Nullable(Id('rct')),
    channel: OneOf(['sms', 'email']),
    recipient: Type.String({ description: 'The phone in E.164 form, or the e-mail address.' }),
    status: OneOf(messageStatuses, {
      description:
        '`test`: a test world shows its messages and sends none. `dead`: the provider refused it seven times.',
    }),
    text: Nullable(Type.String({ description: 'The words of a message of the test world.' })),
    attempts: Type.Integer(),
    error: Nullable(Type.String({ description: "The provider's last refusal." })),
    sent_at: Nullable(Timestamp),
  },
  { title: 'Message' },
);
export type Message = Static<typeof Message>;

export const listMessages = route({
  id: 'listMessages',
  method: 'GET',
  path: '/messages',
  tag,
  summary: 'List messages',
  description: 'The receipts that were sent, or that a test world shows instead. They are kept for 30 days.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyReads,
  scope: 'payments:read',
  query: ListQuery('msg', {
    receipt: Type.Optional(Id('rct')),
    status: Type.Optional(OneOf(messageStatuses)),
  }),
  ok: { status: 200, description: 'A page of messages.', schema: ListOf(Message) },
});

export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const MOST_LOGO_BYTES = 6_144;
export const MOST_LOGO_SIDE = 1_024;

export const MerchantSettings = Closed(
  {
    object: Type.Literal('merchant_settings'),
    id: Id('mer'),
    name: Type.String({ description: 'The name that payers see.' }),
    receipts: OneOf(receiptSendings, {
      description:
        'How receipts are sent: by SMS to the phone of the payment or payout item, by e-mail to the `receipt_email` of the payment, both, or not at all.',
    }),
    time_zone: Type.String({
      description: 'The IANA time zone of the times on receipts and of the days in summaries.',
    }),
    fee_bearer: defaultBearer,
    logo: Nullable(
      Closed({
        path: Type.String({ description: 'The path of the image on this service.' }),
        type: OneOf(LOGO_TYPES),
        width: Type.Integer(),
        height: Type.Integer(),
      }),
    ),
  },
  { title: 'Merchant settings' },
);
export type MerchantSettings = Static<typeof MerchantSettings>;

const settingsTag = 'Merchant settings';
const settings = { status: 200, description: 'The settings.', schema: MerchantSettings } as const;

export const getMerchantSettings = route({
  id: 'getMerchantSettings',
  method: 'GET',
  path: '/merchants/me',
  tag: settingsTag,
  summary: 'Read the settings',
  description: 'The settings apply to all integrations of the merchant, in both modes.',
  auth: ['merchant'],
  ok: settings,
});

export const updateMerchantSettings = route({
  id: 'updateMerchantSettings',
  method: 'PATCH',
  path: '/merchants/me',
  tag: settingsTag,
  summary: 'Change the settings',
  description: 'Once the merchant is approved for live, this needs a live login.',
  auth: ['merchant'],
  body: Closed({
    receipts: Type.Optional(OneOf(receiptSendings)),
    time_zone: Type.Optional(TimeZone("that of the country of the merchant's phone")),
    fee_bearer: Type.Optional(defaultBearer),
  }),
  ok: settings,
});

export const setMerchantLogo = route({
  id: 'setMerchantLogo',
  method: 'POST',
  path: '/merchants/me/logo',
  tag: settingsTag,
  summary: 'Set the logo',
  description: `The body is the file itself: PNG, JPEG or WebP of at most ${MOST_LOGO_BYTES} bytes and at most ${MOST_LOGO_SIDE} × ${MOST_LOGO_SIDE} pixels, detected from its content. It replaces the previous one.`,
  auth: ['merchant'],
  upload: { types: LOGO_TYPES, bodyLimit: 64 * 1024 },
  ok: settings,
});

export const deleteMerchantLogo = route({
  id: 'deleteMerchantLogo',
  method: 'DELETE',
  path: '/merchants/me/logo',
  tag: settingsTag,
  summary: 'Remove the logo',
  auth: ['merchant'],
  ok: settings,
});

export const receiptRoutes = {
  createReceipt,
  listReceipts,
  getReceipt,
  revokeReceipt,
  listMessages,
  getMerchantSettings,
  updateMerchantSettings,
  setMerchantLogo,
  deleteMerchantLogo,
};
