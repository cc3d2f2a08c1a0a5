import type { Answer, Call, Route } from '../kit/server.ts';
import type { RowType } from './statement.ts';
import type { Wallet } from './wallet.ts';

/** A movement: amounts in minor units as text, the amount as the list shows it, the time in ISO 8601. */
type Given = {
  readonly id: string;
  readonly type: RowType;
  readonly amount: string;
  readonly fee: string;
  readonly at: string;
  readonly mobile: string | null;
  readonly reference: string | null;
};

/**
 * POST /_control/movements {movements}: writes movements of other days into the books and the list of transactions, as
 * history that tests reconcile. Nothing is sent about them.
 */
export function movementsControl(wallet: Wallet): Route {
  return { method: 'POST', path: '/movements', operation: 'other', handle: (call) => addMovements(wallet, call) };
}

function addMovements({ kit, statement, currency }: Wallet, call: Call): Answer {
  const { movements } = (call.json() ?? {}) as { movements?: Given[] };
  if (!Array.isArray(movements) || movements.some(({ at }) => Number.isNaN(Date.parse(at))))
    return { status: 400, body: { error: 'movements with times are required' } };
  for (const { id, type, amount, fee, at, mobile, reference } of movements) {
    const [moved, charged] = [BigInt(amount), BigInt(fee)];
    const kind = kindOf(type, moved);
    kit.books.post({ reference: reference ?? '', operation: id, kind, amount: moved, currency });
    statement.addAt({ id, type, amount: moved, fee: charged, mobile, reference }, Date.parse(at));
  }
  return { status: 200, body: { added: movements.length } };
}

function kindOf(type: RowType, amount: bigint) {
  if (type.endsWith('_reversal')) return 'reversal';
  if (type === 'api_payout') return 'payout';
  if (type.endsWith('_refund')) return 'refund';
  return type === 'api_checkout' && amount > 0n ? 'collection' : 'incoming';
}
