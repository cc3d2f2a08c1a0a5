import type { Provider } from '../provider.ts';
import type { LookedUp, LookUp, Rail } from '../rail.ts';
import { balanceAtPawapay } from './balance.ts';
import { receiveFromPawapay } from './callback.ts';
import { pawapayCapabilities } from './capabilities.ts';
import { openPawapay } from './client.ts';
import { type Configurations, keepConfiguration } from './configuration.ts';
import { PawapayCredentials } from './credentials.ts';
import { checkAtPawapay, collectAtPawapay } from './deposit.ts';
import { checkPayOutAtPawapay, payOutAtPawapay, payOutManyAtPawapay } from './payout.ts';
import { type Predictions, predictOperators } from './predict-operator.ts';
import { keepPublicKeys } from './public-keys.ts';
import { checkRefundAtPawapay, refundAtPawapay } from './refund.ts';
import { askForStatement, fetchStatement } from './statement-file.ts';

/** pawaPay, an aggregator of mobile-money operators: https://docs.pawapay.io/v2. */
export const pawapay: Provider = {
  name: 'pawapay',
  title: 'pawaPay',
  credentials: PawapayCredentials,
  hosts: { test: 'https://api.sandbox.pawapay.io', live: 'https://api.pawapay.io' },
  countries: {
    BJ: ['XOF'],
    BF: ['XOF'],
    CM: ['XAF'],
    CD: ['CDF', 'USD'],
    CG: ['XAF'],
    CI: ['XOF'],
    ET: ['ETB'],
    GA: ['XAF'],
    GH: ['GHS'],
    KE: ['KES'],
    LS: ['LSL'],
    MW: ['MWK'],
    MZ: ['MZN'],
    NG: ['NGN'],
    RW: ['RWF'],
    SL: ['SLE'],
    SN: ['XOF'],
    TZ: ['TZS'],
    UG: ['UGX'],
    ZM: ['ZMW'],
  },
  connect: (settings, tools): Rail => {
    const rail = openPawapay(settings, tools);
    const configurations = keepConfiguration(rail);
    const predict = predictOperators(rail);
    const keys = keepPublicKeys(rail);
    const deposits = { rail, configurations, predict };
    const payouts = { rail, predict };
    return {
      name: settings.name,
      capabilities: () => pawapayCapabilities(configurations.known(), rail.credentials.operator),
      collect: (collection) => collectAtPawapay(deposits, collection),
      check: (collection) => checkAtPawapay(deposits, collection),
      refund: (repayment) => refundAtPawapay(rail, repayment),
      checkRefund: (repayment) => checkRefundAtPawapay(rail, repayment),
      payOut: (disbursement) => payOutAtPawapay(payouts, disbursement),
      checkPayOut: (disbursement) => checkPayOutAtPawapay(rail, disbursement),
      payOutMany: (disbursements) => payOutManyAtPawapay(payouts, disbursements),
      lookUp: (question) => lookUpOperator(predict, configurations, question),
      balance: () => balanceAtPawapay(rail),
      askStatement: (from, to) => askForStatement(rail, { from, to }, tools.railCallbackUrl()),
      statementFile: (id, day) => fetchStatement(rail, tools, id, day),
      receive: (request) => receiveFromPawapay(rail, { keys, configurations }, request),
      refresh: configurations.refresh,
    };
  },
};

/**
 * Names no person: pawaPay knows the operator alone. A number of another country, or of an operator that our account
 * does not have, cannot receive.
 * @throws if pawaPay does not answer
 */
async function lookUpOperator(
  predict: Predictions,
  configurations: Configurations,
  { phone }: LookUp,
): Promise<LookedUp> {
  const prediction = await predict(phone);
  if (prediction.kind === 'not_taken') throw new Error(`the operator is not known: ${prediction.answer.why}`);
  const unknown = { name: null, nameMatch: 'unknown' } as const;
  if (prediction.kind === 'no_account') return { ...unknown, exists: false, canReceive: false };
  const configuration = await configurations.get();
  if ('state' in configuration) return { ...unknown, exists: null, canReceive: null };
  const { provider } = prediction.account;
  const pays = configuration.services.some((one) => one.provider === provider && one.operation === 'PAYOUT');
  return { ...unknown, exists: null, canReceive: pays ? null : false };
}
