import type { Limit } from '../../../contract/src/limits.ts';
import { type Doer, recordActs } from '../audit/record.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { renderList } from '../http/list.ts';
import { setLimits as write } from './set-limits.ts';
import { type LimitSetting, lockLimits, selectAllLimits, selectLimit } from './store.ts';

/** As JSON numbers: every allowed limit is a safe integer. */
const plain = ({ single, day, month, balance }: LimitSetting) => {
  const number = (most: bigint | null) => (most === null ? null : Number(most));
  return { single: number(single), day: number(day), month: number(month), balance: number(balance) };
};

const renderLimit = (limit: LimitSetting) => {
  const { livemode, currency, tier } = limit;
  return JSON.stringify({ object: 'limit', livemode, currency, tier, ...plain(limit) } satisfies Limit);
};

/** There are a few for each mode, currency and tier, so all are returned at once. */
export async function listLimits(db: Database, url: string): Promise<string> {
  return renderList(url, (await db.query<LimitSetting>(selectAllLimits)).map(renderLimit), false);
}

/** Sets a tier's limits by hand. The change goes to the audit log, with `more` as details. */
export async function setLimitByHand(tx: Tx, limit: LimitSetting, by: Doer, more: object = {}): Promise<void> {
  await tx.query(lockLimits);
  const [before] = await tx.query<LimitSetting>(selectLimit, [limit.livemode, limit.currency, limit.tier]);
  await write(tx, [limit]);
  const target = `limit ${limit.livemode ? 'live' : 'test'} ${limit.currency} ${limit.tier}`;
  await recordActs(tx, [
    {
      ...by,
      action: 'limit.set',
      target,
      ...(before ? { before: plain(before) } : {}),
      after: { ...plain(limit), ...more },
    },
  ]);
}
