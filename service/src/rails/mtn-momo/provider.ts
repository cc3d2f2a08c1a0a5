import Type, { type Static } from 'typebox';
import type { Provider } from '../provider.ts';
import type { Capabilities, Rail } from '../rail.ts';
import { balanceAtMtn } from './balance.ts';
import { checkAtMtn, collectAtMtn } from './collection.ts';
import { lookUpAtMtn } from './look-up.ts';
import { checkPayOutAtMtn, checkRefundAtMtn, payOutAtMtn, refundAtMtn } from './money-out.ts';
import type { MtnRail } from './mtn-rail.ts';
import { openMtnProduct } from './product.ts';
import { receiveFromMtn } from './receive.ts';

const Text = Type.String({ minLength: 1, maxLength: 200, pattern: '^\\S+$' });
/** Each product has its own subscription, API user and key. */
const Keys = Type.Object({ subscription_key: Text, api_user: Text, api_key: Text }, { additionalProperties: false });

const Credentials = Type.Object(
  {
    /** X-Target-Environment, for example mtnuganda. */
    target_environment: Text,
    collection: Keys,
    /** Payouts and refunds need it. */
    disbursement: Type.Optional(Keys),
  },
  { additionalProperties: false },
);

/** MTN MoMo Open API, with one connection for each country. */
export const mtnMomo: Provider = {
  name: 'mtn-momo',
  title: 'MTN MoMo',
  credentials: Credentials,
  hosts: { test: 'https://sandbox.momodeveloper.mtn.com', live: 'https://proxy.momoapi.mtn.com' },
  countries: {
    BJ: ['XOF'],
    CG: ['XAF'],
    CI: ['XOF'],
    CM: ['XAF'],
    GH: ['GHS'],
    GN: ['GNF'],
    LR: ['LRD', 'USD'],
    NG: ['NGN'],
    RW: ['RWF'],
    SS: ['SSP'],
    SZ: ['SZL'],
    UG: ['UGX'],
    ZA: ['ZAR'],
    ZM: ['ZMW'],
  },
  connect: ({ name, currency, exponent, credentials }, { http, now }): Rail => {
    const { target_environment: environment, ...keys } = credentials as Static<typeof Credentials>;
    const rail: MtnRail = {
      collection: openMtnProduct('collection', keys.collection, environment, http),
      disbursement: keys.disbursement ? openMtnProduct('disbursement', keys.disbursement, environment, http) : null,
      currency,
      exponent,
      now,
    };
    return {
      name,
      capabilities: () => mtnCapabilities(exponent, rail.disbursement !== null),
      // MTN has no way to withdraw a request to pay: its approval window runs out instead.
      collect: (collection) => collectAtMtn(rail, collection),
      check: (collection) => checkAtMtn(rail, collection),
      ...(rail.disbursement ? moneyOutOf(rail) : {}),
      lookUp: (question) => lookUpAtMtn(rail, question),
      balance: () => balanceAtMtn(rail),
      receive: async (request) => receiveFromMtn(request),
    };
  },
};

/** Refunds run on the disbursement product too. */
const moneyOutOf = (rail: MtnRail): Pick<Rail, 'payOut' | 'checkPayOut' | 'refund' | 'checkRefund'> => ({
  payOut: (item) => payOutAtMtn(rail, item),
  checkPayOut: (item) => checkPayOutAtMtn(rail, item),
  refund: (refund) => refundAtMtn(rail, refund),
  checkRefund: (refund) => checkRefundAtMtn(rail, refund),
});

/** A request may take a minute to become visible after a lost answer. */
const sending = { deduplicates: true, arrivalMs: 60_000 } as const;
const APPROVAL_MS = 300_000;

function mtnCapabilities(exponent: number, paysOut: boolean): Capabilities {
  return {
    decimals: exponent,
    collect: {
      ...sending,
      flow: 'prompt',
      minimum: null,
      maximum: null,
      approvalMs: APPROVAL_MS,
      needsCode: false,
      settlesLate: true,
    },
    refund: paysOut ? { ...sending, parts: 'part', days: null } : null,
    payout: paysOut ? { ...sending, minimum: null, maximum: null, batchMost: null } : null,
  };
}
