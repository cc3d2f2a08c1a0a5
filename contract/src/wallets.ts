import Type, { type Static } from 'typebox';
import {
  Closed,
  Currency,
  changing,
  common,
  Id,
  IdParams,
  ListOf,
  ListQuery,
  Metadata,
  Money,
  Nullable,
  OneOf,
  Timestamp,
} from './fields.ts';
import { moneyChanges, moneyReads } from './member-rights.ts';
import { route, walletHolders } from './route.ts';

export const walletStatuses = ['active', 'frozen', 'closed'] as const;
export const freezeReasons = ['fraud', 'kyc'] as const;

export const Wallet = Closed(
  {
    ...common('wal', 'wallet'),
    ...changing,
    owner: Closed({
      type: OneOf(['customer', 'merchant']),
      id: Type.String({ description: 'A user (`usr_…`) or a merchant (`mer_…`).' }),
    }),
    currency: Type.String({ description: 'A wallet holds one currency.' }),
    label: Nullable(Type.String()),
    balance: Closed({
      available: Type.Unsafe<bigint>({
        ...Money,
        description: 'The amount that can be spent now: total less reserved, in minor units.',
      }),
      reserved: Type.Unsafe<bigint>({
        ...Money,
        description:
          'The amount held for operations in progress, such as a pending refund, for holds, and for reserves of marketplaces.',
      }),
      total: Type.Unsafe<bigint>({ ...Money, description: 'available + reserved.' }),
    }),
    status: OneOf(walletStatuses, {
      description: 'A frozen wallet accepts no new debits or credits; transactions in progress still settle.',
    }),
    frozen: Nullable(Closed({ reason: OneOf(freezeReasons), at: Timestamp })),
    default: Type.Boolean({
      description: "Whether this is the owner's default wallet in this currency, used if a request names no wallet.",
    }),
  },
  { title: 'Wallet' },
);
export type Wallet = Static<typeof Wallet>;

export const WalletNotice = Closed(
  {
    ...Wallet.properties,
    balance: Nullable(Wallet.properties.balance),
  },
  {
    title: 'WalletNotice',
    description:
      "A wallet in an event. Your own wallet is complete; a customer's wallet has no balance, no label and no metadata.",
  },
);
export type WalletNotice = Static<typeof WalletNotice>;

/** The kinds of movement. Those from `provider_fee` to `return` occur where a rail of a provider is connected. */
export const postingKinds = [
  'transfer',
  'payment',
  'fee',
  'refund',
  'funding',
  'adjustment',
  'payout',
  'deletion',
  'provider_fee',
  'float',
  'suspense',
  'reversal',
  'return',
  'capture',
  'split',
  'opening',
  'tax',
  'fee_return',
  'tax_return',
] as const;

const EntryAbout = Closed(
  {
    customer: Nullable(Type.String({ description: 'The phone of the customer or recipient, in E.164 form.' })),
    name: Nullable(Type.String({ description: "The recipient's name as given, or the name of your other wallet." })),
    reference: Nullable(Type.String()),
    description: Nullable(Type.String()),
  },
  {
    title: 'Entry about',
    description:
      'Fields of the record that moved the money. Null if the caller cannot read that record, if it has none of them, and in exports. A key needs the scope that reads such records.',
  },
);

export const Entry = Closed(
  {
    ...common('ent', 'entry'),
    wallet: Id('wal'),
    kind: OneOf([...postingKinds], {
      description: 'The kind of movement.',
    }),
    source: Type.String({ description: 'The id of the record that moved the money: a transfer, payment, refund, …' }),
    about: Nullable(EntryAbout),
    direction: OneOf(['credit', 'debit'], { description: 'credit: into this wallet; debit: out of it.' }),
    amount: Type.Unsafe<bigint>({
      ...Money,
      description: 'Always positive: `direction` has the sign. In minor units.',
    }),
    currency: Type.String(),
    balance_after: Type.Unsafe<bigint>({ ...Money, description: "The wallet's total after this line." }),
  },
  { title: 'Entry', description: "One line of a wallet's statement. It never changes." },
);
export type Entry = Static<typeof Entry>;

export const getMyWallet = route({
  id: 'getMyWallet',
  method: 'GET',
  path: '/wallets/me',
  tag: 'Wallets',
  summary: 'Read your default wallet',
  description:
    "The caller's default wallet: the merchant's wallet for a key or a merchant's person, or a customer's own wallet. Any key may read it.",
  auth: walletHolders,
  anyKey: true,
  integration: 'optional',
  members: moneyReads,
  query: Closed({
    currency: Type.Optional(
      Type.String({ ...Currency, description: 'The default wallet in this currency instead of the first.' }),
    ),
  }),
  ok: { status: 200, description: 'The wallet.', schema: Wallet },
  errors: ['unsupported_currency', 'not_found'],
});

export const listWallets = route({
  id: 'listWallets',
  method: 'GET',
  path: '/wallets',
  tag: 'Wallets',
  summary: 'List wallets',
  description: "Your merchant's wallets, or a customer's own wallets. A key never sees a customer's wallet.",
  auth: walletHolders,
  integration: 'optional',
  members: moneyReads,
  scope: 'wallets:read',
  query: ListQuery('wal', { currency: Type.Optional(Currency), status: Type.Optional(OneOf(walletStatuses)) }),
  ok: { status: 200, description: 'A page of wallets.', schema: ListOf(Wallet) },
});

export const getWallet = route({
  id: 'getWallet',
  method: 'GET',
  path: '/wallets/{id}',
  tag: 'Wallets',
  summary: 'Read one wallet',
  auth: walletHolders,
  integration: 'optional',
  members: moneyReads,
  scope: 'wallets:read',
  params: IdParams('wal'),
  query: Closed({
    at: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Show the total at this RFC 3339 time, including lines written at that instant. Past reservations are not stored, so `reserved` is 0. All other fields have their current values.',
      }),
    ),
  }),
  ok: { status: 200, description: 'The wallet.', schema: Wallet },
});

export const createWallet = route({
  id: 'createWallet',
  method: 'POST',
  path: '/wallets',
  tag: 'Wallets',
  summary: 'Open a wallet',
  description:
    'Opens another wallet for your merchant; the first wallet in a currency becomes the default. A customer has one wallet in each currency.',
  auth: walletHolders,
  integration: 'optional',
  members: moneyChanges,
  scope: 'wallets:write',
  body: Closed({
    currency: Currency,
    label: Type.Optional(
      Nullable(
        Type.String({
          text: 'name',
          minLength: 1,
          maxLength: 64,
          description: 'A name for people. It need not be unique.',
        }),
      ),
    ),
    metadata: Type.Optional(Metadata),
  }),
  ok: { status: 201, description: 'The wallet is open and empty.', schema: Wallet },
  errors: ['limit_exceeded'],
});

export const listWalletEntries = route({
  id: 'listWalletEntries',
  method: 'GET',
  path: '/wallets/{id}/entries',
  tag: 'Wallets',
  summary: "Read a wallet's statement",
  description:
    'The statement lists each line with the balance after it. As CSV (`Accept: text/csv`), the answer has every line that matches the filters, oldest first.',
  auth: walletHolders,
  integration: 'optional',
  members: moneyReads,
  scope: 'wallets:read',
  params: IdParams('wal'),
  query: ListQuery('ent', {}),
  ok: {
    status: 200,
    description: 'A page of the statement.',
    schema: ListOf(Entry),
    csv: 'id,created_at,kind,source,direction,amount,currency,balance_after,customer,name,reference,description\r\n',
  },
});
