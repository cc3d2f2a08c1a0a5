import type { Provider, RailSettings, RailTools } from '../provider.ts';
import type { Capabilities, Rail } from '../rail.ts';
import { waveCall } from './call.ts';
import { SESSION_ARRIVAL_MS, waveCheckout } from './checkout.ts';
import { WaveCredentials } from './credentials.ts';
import { verifyRecipient } from './look-up.ts';
import { LISTED_MS, wavePayouts } from './payouts.ts';
import { receiveEvent } from './receive.ts';
import { refundSession, repeatRefund } from './refund.ts';
import { readWaveBalance, readWaveTransactions } from './statement.ts';

/** Wave's business APIs (docs.wave.com): one key for one wallet in one country. */
export const wave: Provider = {
  name: 'wave',
  title: 'Wave',
  credentials: WaveCredentials,
  // Wave has no sandbox: its documents recommend small live payments.
  hosts: { test: null, live: 'https://api.wave.com' },
  countries: { SN: ['XOF'], CI: ['XOF'], ML: ['XOF'], BF: ['XOF'], GM: ['GMD'], UG: ['UGX'] },
  connect: connectWave,
};

/** docs.wave.com, Checkout: the time until a session expires. */
const APPROVAL_MS = 30 * 60_000;
/** Wave publishes no limit. A portion of the workers' makes at most five such batches. */
const BATCH_MOST = 100;
/** docs.wave.com, Checkout: an amount has at most two decimals. */
const MOST_DECIMALS = 2;

function connectWave({ name, exponent, credentials: given }: RailSettings, { http, now }: RailTools): Rail {
  const credentials = given as WaveCredentials;
  const call = waveCall(http, credentials);
  const aggregatedMerchant = credentials.aggregated_merchant_id;
  const restrictPayer = credentials.restrict_payer ?? true;
  const checkout = waveCheckout(call, { exponent, restrictPayer, aggregatedMerchant }, now);
  const payouts = wavePayouts(call, { exponent, aggregatedMerchant }, now);
  const capabilities = capabilitiesOf(exponent);
  return {
    name,
    capabilities: () => capabilities,
    collect: checkout.collect,
    check: checkout.check,
    withdraw: checkout.withdraw,
    refund: (repayment) => refundSession(call, checkout, repayment),
    checkRefund: (repayment) => repeatRefund(call, checkout, repayment),
    payOut: payouts.payOut,
    payOutMany: payouts.payOutMany,
    checkPayOut: payouts.checkPayOut,
    lookUp: (question) => verifyRecipient(call, question, exponent),
    balance: () => readWaveBalance(call, exponent),
    statement: (from, to, cursor) => readWaveTransactions(call, exponent, { from, to, cursor }),
    receive: async (request) => receiveEvent(request, { credentials, exponent, nowSeconds: Date.now() / 1000 }),
  };
}

const capabilitiesOf = (exponent: number): Capabilities => ({
  decimals: Math.min(exponent, MOST_DECIMALS),
  collect: {
    // A session has no key of ours: two requests are two links.
    deduplicates: false,
    arrivalMs: SESSION_ARRIVAL_MS,
    flow: 'redirect',
    minimum: null,
    maximum: null,
    approvalMs: APPROVAL_MS,
    needsCode: false,
    settlesLate: true,
  },
  refund: { deduplicates: true, arrivalMs: 0, parts: 'whole', days: null },
  payout: { deduplicates: true, arrivalMs: 2 * LISTED_MS, minimum: null, maximum: null, batchMost: BATCH_MOST },
});
