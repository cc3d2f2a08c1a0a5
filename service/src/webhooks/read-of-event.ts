import { encodeTime, type Id, timeOf } from '../core/id.ts';
import type { Database, Statement } from '../db/database.ts';
import { renderList } from '../http/list.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type DeliveryRow, selectDeliveriesFrom, VISIBLE } from './store.ts';
import { renderDelivery } from './view.ts';

/** No index leads from an event to its deliveries. Their ids are made within this time of the event's. */
const BEFORE_MS = 1_000;
const AFTER_MS = 2_000;

const isEvent: Statement = {
  name: 'deliveries_is_event',
  text: 'SELECT 1 FROM events WHERE world = $1 AND id = $2',
};

const selectOfEvent: Statement = {
  name: 'deliveries_of_event',
  text: `
    ${selectDeliveriesFrom}
    WHERE d.world = $1 AND d.id >= $3 AND d.id < $4 AND d.event_id = $2 AND ${VISIBLE}
    ORDER BY d.id LIMIT 100`,
};

/** The deliveries of one event, also that to the inbox. */
export async function listDeliveriesOfEvent(
  db: Database,
  caller: Caller,
  { id }: { id: string },
  url: string,
): Promise<string> {
  const [event] = await db.query(isEvent, [caller.world, id]);
  if (!event) throw new Refusal('not_found');
  const at = timeOf(id as Id);
  const bounds = [`dlv_${encodeTime(at - BEFORE_MS)}`, `dlv_${encodeTime(at + AFTER_MS)}`];
  const rows = await db.query<DeliveryRow>(selectOfEvent, [caller.world, id, ...bounds]);
  return renderList(url, rows.map(renderDelivery), false);
}
