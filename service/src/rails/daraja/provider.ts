import { readAccountCode } from '../../core/account-code.ts';
import type { Provider, RailSettings, RailTools } from '../provider.ts';
import type { Capabilities, Rail, StatementRow } from '../rail.ts';
import { openDarajaApi } from './api.ts';
import { openDarajaBalances } from './balance.ts';
import { checkPrompt } from './check-collection.ts';
import { pushPrompt } from './collect.ts';
import { DarajaCredentials } from './credentials.ts';
import { openInitiator } from './initiator.ts';
import type { C2bPayment } from './messages.ts';
import { checkPayment, PAYOUT_ARRIVAL_MS, payPhone } from './pay-out.ts';
import { openDarajaPull } from './pull.ts';
import { receiveDaraja } from './receive.ts';
import { registerUrls } from './register-urls.ts';
import { checkReversal, REVERSAL_ARRIVAL_MS, reverseByReceipt } from './reverse.ts';

/** The documentation gives 1 to 250 000 shillings for a prompt and 10 to 250 000 for a payout. */
const MOST = 25_000_000n;

const capabilities: Capabilities = {
  decimals: 0,
  collect: {
    flow: 'prompt',
    minimum: 100n,
    maximum: MOST,
    approvalMs: 120_000,
    needsCode: false,
    settlesLate: true,
    // The provider has no key of ours for a prompt: it is never sent twice.
    deduplicates: false,
    arrivalMs: 15 * 60_000,
  },
  refund: { parts: 'whole', days: null, deduplicates: true, arrivalMs: REVERSAL_ARRIVAL_MS },
  payout: { minimum: 1_000n, maximum: MOST, batchMost: null, deduplicates: true, arrivalMs: PAYOUT_ARRIVAL_MS },
};

/** Safaricom's Daraja API: M-Pesa in Kenya. */
export const daraja: Provider = {
  name: 'daraja',
  title: 'M-Pesa Kenya (Safaricom Daraja)',
  credentials: DarajaCredentials,
  hosts: { test: 'https://sandbox.safaricom.co.ke', live: 'https://api.safaricom.co.ke' },
  countries: { KE: ['KES'] },
  connect: connectDaraja,
};

function connectDaraja(settings: RailSettings, tools: RailTools): Rail {
  const credentials = settings.credentials as DarajaCredentials;
  const { now } = tools;
  const call = openDarajaApi(tools, credentials);
  const initiator = openInitiator(call, credentials, now);
  const pull = credentials.nominated_number ? openDarajaPull(call, credentials.short_code, now) : null;
  const balances = openDarajaBalances(initiator);
  const stk = { call, credentials, now };
  const registered = { pull: false, c2b: false };
  return {
    name: settings.name,
    capabilities: () => capabilities,
    collect: (collection) => pushPrompt(stk, collection),
    check: (collection) => checkPrompt(stk, pull, collection),
    refund: (repayment) => reverseByReceipt(initiator, pull, repayment),
    checkRefund: (repayment) => checkReversal(initiator, pull, repayment),
    payOut: (item) => payPhone(initiator, item),
    checkPayOut: (item) => checkPayment(initiator, item),
    // The balance comes by callback, so it needs an address.
    ...(tools.railCallbackUrl() === null ? {} : { balance: () => balances.ask(tools.railCallbackUrl()) }),
    ...(pull
      ? {
          statement: async (from: Date, to: Date, cursor: string | null) => {
            const offset = Number(cursor ?? 0);
            const rows = await pull.page(from, to, offset);
            if (rows === null) throw new Error('The provider did not answer with its list.');
            return { rows: rows.map(toStatementRow), cursor: rows.length ? String(offset + rows.length) : null };
          },
        }
      : {}),
    receive: async (request) => receiveDaraja(request, balances, now),
    refresh: () => registerUrls(call, credentials, tools.railCallbackUrl(), registered),
  };
}

function toStatementRow({ receipt, amount, at, payer, account }: C2bPayment): StatementRow {
  const code = readAccountCode(account);
  return {
    operation: receipt,
    record: null,
    kind: code ? 'collection' : 'incoming',
    amount,
    currency: 'KES',
    at: at ?? new Date(0),
    phone: /^254\d{9}$/.test(payer) ? `+${payer}` : payer || null,
    accountText: code ?? (account || null),
  };
}
