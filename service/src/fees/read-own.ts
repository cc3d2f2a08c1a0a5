import { Fee } from '../../../contract/src/fees.ts';
import type { Database } from '../db/database.ts';
import { renderList } from '../http/list.ts';
import { serialiser } from '../http/serialise.ts';
import type { Caller } from '../kernel/command.ts';
import { type FeeRow, selectFeesOfWorld } from './store.ts';

const serialise = serialiser<Fee>(Fee);

export const renderFee = ({ merchant_id: merchant, ...fee }: FeeRow) => serialise({ object: 'fee', merchant, ...fee });

/** The fees of the caller's merchant in the caller's mode: at most two for each currency, all on one page. */
export async function listOwnFees(db: Database, { world }: Caller, url: string): Promise<string> {
  const rows = await db.query<FeeRow>(selectFeesOfWorld, [world]);
  return renderList(url, rows.map(renderFee), false);
}
