import { randomUUID } from 'node:crypto';
import { exponentOf, toDecimal } from '../kit/money.ts';
import type { Answer, Call } from '../kit/server.ts';
import type { Account } from './account.ts';
import { countries } from './operators.ts';
import { timeOf } from './payment.ts';
import { Refusal } from './refusal.ts';
import { reasonOf } from './verdicts.ts';

const MOST_DAYS = 31;
const DAY_MS = 86_400_000;
/** Times have no zone, and are UTC. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;

type Wanted = { id: string; currency: string; from: number; to: number; created: number };

export type Statements = {
  /** POST /v2/statements */
  create(call: Call): Answer;
  /** GET /v2/statements/{id} */
  state(call: Call): Answer;
  /** The address of the file. It needs no token, and refuses one. */
  download(call: Call): Answer;
};

/** Settings: `statement_after_ms` delays a statement, `statement_fails` ends it without a file. */
export function openStatements(account: Account): Statements {
  const { kit } = account;
  const wanted = new Map<string, Wanted>();
  const isDone = ({ created }: Wanted) => kit.now() >= created + Number(kit.settings.statementAfterMs ?? 0);
  return {
    create: (call) => {
      const { wallet, startDate, endDate } = (call.json() ?? {}) as Record<string, unknown>;
      const { country, currency } = (wallet ?? {}) as Record<string, unknown>;
      if (country !== countries[account.country]!.alpha3 || typeof currency !== 'string')
        throw new Refusal(400, 'INVALID_PARAMETER', 'The wallet is unknown.');
      if (!TIME.test(String(startDate)) || !TIME.test(String(endDate)))
        throw new Refusal(400, 'INVALID_PARAMETER', 'startDate and endDate are times.');
      const [from, to] = [Date.parse(`${startDate}Z`), Date.parse(`${endDate}Z`)];
      const created = kit.now();
      const statementId = randomUUID();
      if (to <= from || to - from > MOST_DAYS * DAY_MS) {
        const failureReason = reasonOf('INVALID_PARAMETER', 'The range is longer than 31 days.');
        return { status: 200, body: { statementId, status: 'REJECTED', failureReason } };
      }
      wanted.set(statementId, { id: statementId, currency, from, to, created });
      return { status: 200, body: { statementId, status: 'ACCEPTED', created: timeOf(created) } };
    },
    state: ({ params, headers }) => {
      const statement = wanted.get(params.id!);
      if (!statement) return { status: 200, body: { status: 'NOT_FOUND' } };
      const { id, currency, created } = statement;
      const common = { statementId: id, wallet: { country: countries[account.country]!.alpha3, currency } };
      const data = (more: object): Answer => ({
        status: 200,
        body: { status: 'FOUND', data: { ...common, created: timeOf(created), ...more } },
      });
      if (!isDone(statement)) return data({ status: 'PROCESSING' });
      if (kit.settings.statementFails === true)
        return data({ status: 'FAILED', failureReason: reasonOf('UNKNOWN_ERROR', 'The statement failed.') });
      const downloadUrl = `http://${headers.host}/statement-files/${id}`;
      return data({ status: 'COMPLETED', downloadUrl, downloadUrlExpiresAt: timeOf(created + DAY_MS) });
    },
    download: ({ params, headers }) => {
      const statement = wanted.get(params.id!);
      if (!statement || headers.authorization !== undefined) return { status: 400, body: '<Error/>' };
      return { status: 200, headers: { 'content-type': 'text/csv' }, body: fileOf(account, statement) };
    },
  };
}

const types = {
  ...{ collection: 'Deposit', payout: 'Payout', refund: 'Refund', fee: 'Fee', topup: 'Top up' },
  ...{ incoming: 'Deposit', reversal: 'Reversal' },
} as const;

function fileOf({ kit, payments, country }: Account, { currency, from, to }: Wanted): string {
  let balance = 0n;
  const shown = (minor: bigint) => toDecimal(minor, exponentOf(currency));
  const rows = ['Creation Date,MSISDN,Transaction ID,Amount,Currency,Country,MNO,Type,Balance'];
  for (const { operation, kind, amount, at, currency: of } of kit.books.entries()) {
    if (of !== currency) continue;
    balance += amount;
    const time = Date.parse(at);
    if (time < from || time >= to) continue;
    const payment = payments.get(operation);
    const who = `${payment?.phone ?? ''},${operation},${shown(amount)},${currency},${countries[country]!.alpha3}`;
    rows.push(
      `${at.slice(0, 19).replace('T', ' ')},${who},${payment?.operator.code ?? ''},${types[kind]},${shown(balance)}`,
    );
  }
  return `${rows.join('\n')}\n`;
}
