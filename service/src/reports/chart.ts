import { Chart, type updateChart } from '../../../contract/src/reports.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Queries } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { serialiser } from '../http/serialise.ts';
import type { Caller, Command } from '../kernel/command.ts';
import { answerEach, invalidField, type Refusal } from '../kernel/refusal.ts';
import { selectChart, upsertAccount } from './store.ts';

export type Account = { readonly code: string; readonly name: string };
type Defaults = Readonly<Record<string, Account>>;

const account = (code: string, name: string): Account => ({ code, name });

/** The money at the service is an asset of the merchant. */
const ofMerchant: Defaults = {
  wallet: account('1110', 'Payment service wallet'),
  sales: account('4000', 'Sales'),
  refunds: account('4100', 'Refunds'),
  reversals: account('4110', 'Reversed payments'),
  payouts: account('2100', 'Payouts'),
  fees: account('6200', 'Payment fees'),
  tax: account('1340', 'Tax on fees'),
  transfers: account('1120', 'Transfers'),
  funding: account('1130', 'Funding'),
  adjustments: account('7900', 'Adjustments'),
  opening: account('3000', 'Opening balances'),
  other: account('7990', 'Other movements'),
};

/** Money at providers is an asset, money of customers and merchants a liability. */
const ofDeployment: Defaults = {
  clearing: account('1200', 'Clearing'),
  provider_fees: account('6100', 'Provider fees'),
  suspense: account('2900', 'Suspense'),
  receivable: account('1300', 'Receivable from merchants'),
  fees: account('4200', 'Fees earned'),
  tax: account('2400', 'Tax on fees'),
  funding: account('1100', 'Bank'),
  adjustments: account('7900', 'Adjustments'),
  opening: account('1150', 'Opening balances of migrations'),
  customers: account('2200', "Customers' money"),
  merchants: account('2300', "Merchants' money"),
};

const DEPLOYMENT = 'deployment';
const isOperator = ({ kind }: Caller) => kind === 'operator';
const ownerOf = (caller: Caller) => (isOperator(caller) ? DEPLOYMENT : caller.owner.id);
const defaultsOf = (caller: Caller) => (isOperator(caller) ? ofDeployment : ofMerchant);

/** Finds an account by its key. A rail without its own account has that of its kind, with the rail in its name. */
export async function loadChart(db: Queries, caller: Caller): Promise<(key: string) => Account> {
  const changed = await changesOf(db, caller);
  const defaults = defaultsOf(caller);
  return (key) => {
    const own = changed.get(key) ?? defaults[key];
    if (own) return own;
    const [kind = '', rail] = key.split(':');
    const general = changed.get(kind) ?? defaults[kind] ?? account('9999', kind);
    return rail ? { code: general.code, name: `${general.name} ${rail}` } : general;
  };
}

async function changesOf(db: Queries, caller: Caller): Promise<Map<string, Account>> {
  const rows = await db.query<Account & { key: string }>(selectChart, [ownerOf(caller)]);
  return new Map(rows.map(({ key, code, name }) => [key, { code, name }]));
}

const serialise = serialiser<Chart>(Chart);

export async function readChart(db: Queries, caller: Caller): Promise<string> {
  const changed = await changesOf(db, caller);
  const defaults = defaultsOf(caller);
  const keys = [...new Set([...Object.keys(defaults), ...changed.keys()])];
  const accounts = keys.map((key) => {
    const { code, name } = changed.get(key) ?? defaults[key]!;
    return { key, code, name, changed: changed.has(key) };
  });
  return serialise({ object: 'chart_of_accounts', accounts });
}

/** Changes accounts of the caller's chart. */
export function updateCharts(tx: Tx, commands: Command<InputOf<typeof updateChart>>[]): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const defaults = defaultsOf(caller);
    for (const [i, { key }] of input.accounts.entries()) {
      const [kind = '', rail] = key.split(':');
      const hasRail = isOperator(caller) && ['clearing', 'provider_fees', 'suspense'].includes(kind);
      if (!Object.hasOwn(defaults, kind) || (rail !== undefined && !hasRail))
        throw invalidField(`accounts[${i}].key`, 'not_allowed', { allowed: Object.keys(defaults) });
    }
    for (const { key, code, name } of input.accounts) tx.query(upsertAccount, [ownerOf(caller), key, code, name]);
    if (caller.person)
      await recordActs(tx, [
        { ...actorOf(command), action: 'chart.updated', target: ownerOf(caller), after: { accounts: input.accounts } },
      ]);
    return readChart(tx, caller);
  });
}
