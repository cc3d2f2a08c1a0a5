import type { Rail } from './rail.ts';

/** The methods that call the provider, and the names of their counts, as the table rail_calls knows them. */
export const operations = {
  collect: 'collect',
  check: 'check',
  withdraw: 'withdraw',
  refund: 'refund',
  checkRefund: 'check_refund',
  payOut: 'pay_out',
  checkPayOut: 'check_pay_out',
  payOutMany: 'pay_out',
  lookUp: 'look_up',
  balance: 'balance',
  statement: 'statement',
  askStatement: 'statement',
  statementFile: 'statement',
  refresh: 'refresh',
} as const satisfies Partial<Record<keyof Rail, string>>;
export type RailMethod = keyof typeof operations;
export type RailCall = (...asked: unknown[]) => Promise<unknown>;

/** The same rail, with each of these methods that it has replaced. */
export function wrapCalls(rail: Rail, wrap: (call: RailCall, method: RailMethod) => RailCall): Rail {
  const methods = (Object.keys(operations) as RailMethod[]).filter((method) => rail[method]);
  const calls = methods.map((method) => [method, wrap((rail[method] as RailCall).bind(rail), method)]);
  return { ...rail, ...Object.fromEntries(calls) };
}
