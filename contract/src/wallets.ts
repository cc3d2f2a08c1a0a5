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
        description: 'What can be spent now: total less reserved, in minor units.',
      }),
      reserved: Type.Unsafe<bigint>({ ...Money, description: 'Held for what is under way, such as a pending refund.' }),
      total: Type.Unsafe<bigint>({ ...Money, description: 'available + reserved.' }),
    }),
    status: OneOf(walletStatuses, {
      description: 'A frozen wallet takes no new debits or credits; what was under way still settles.',
    }),
    frozen: Nullable(Closed({ reason: OneOf(freezeReasons), at: Timestamp })),
    default: Type.Boolean({
      description: "The owner's default wallet in this currency: used where a request names none.",
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
      "A wallet as an event tells of it: all of your own, and of a customer's no balance, no label and no metadata.",
  },
);
export type WalletNotice = Static<typeof WalletNotice>;

export const Entry = Closed(
  {
    ...common('ent', 'entry'),
    wallet: Id('wal'),
    kind: OneOf(['transfer', 'payment', 'fee', 'refund', 'funding', 'adjustment', 'payout', 'deletion'], {
      description: 'What moved the money.',
    }),
    source: Type.String({ description: 'The id of the record that moved the money: a transfer, payment, refund, …' }),
    direction: OneOf(['credit', 'debit'], { description: 'credit: into this wallet; debit: out of it.' }),
    amount: Type.Unsafe<bigint>({
      ...Money,
      description: 'Always positive: `direction` has the sign. In minor units.',
    }),
    currency: Type.String(),
    balance_after: Type.Unsafe<bigint>({ ...Money, description: "The wallet's total once this line was written." }),
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
    "The default wallet of who calls: the merchant's for a key or a merchant's person, a customer's own. Any key may read it.",
  auth: walletHolders,
  anyKey: true,
  integration: 'optional',
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
  description: "Your merchant's wallets, or a customer's own. A key sees no customer's wallet.",
  auth: walletHolders,
  integration: 'optional',
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
  scope: 'wallets:read',
  params: IdParams('wal'),
  query: Closed({
    at: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'The total as of this RFC 3339 time, the lines written at that instant included. What was reserved then is not kept (`reserved` is 0), and all else is as it is now.',
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
    'Opens one more wallet for your merchant; the first in a currency becomes the default one. A customer has one in each currency.',
  auth: walletHolders,
  integration: 'optional',
  scope: 'wallets:write',
  body: Closed({
    currency: Currency,
    label: Type.Optional(
      Nullable(
        Type.String({
          text: 'name',
          minLength: 1,
          maxLength: 64,
          description: 'A name for people. Need not be unique.',
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
    'Each line of the statement with the balance after it. As CSV (`Accept: text/csv`) it is every line that the filters leave, the oldest first.',
  auth: walletHolders,
  integration: 'optional',
  scope: 'wallets:read',
  params: IdParams('wal'),
  query: ListQuery('ent', {}),
  ok: {
    status: 200,
    description: 'A page of the statement.',
    schema: ListOf(Entry),
    csv: 'id,created_at,kind,source,direction,amount,currency,balance_after\r\n',
  },
});
