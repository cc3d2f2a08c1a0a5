import type { Database } from '../../db/database.ts';
import { unlessAnswered } from '../../idempotency/store.ts';
import type { Caller, Command } from '../../kernel/command.ts';
import type { Answer } from '../../kernel/operation.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import type { Meter, Usage } from './meter.ts';
import { quotaExceeded, quotaReached } from './refuse.ts';

export type Quotas = {
  readonly db: Database;
  readonly meter: Meter;
  readonly rowsPerDay: number;
  readonly openItems: number;
  readonly storageMib: number;
  readonly documents: number;
  readonly endpoints: number;
};

type Send<Input> = (command: Command<Input>) => Promise<Answer>;

export type Weight<Input> = {
  /** Whether it creates a record. Changes that end, cancel or update one are allowed up to twice the quota. */
  readonly creates: boolean;
  /** The number of records that it writes, if more than one. */
  readonly rows?: (input: Input) => number;
};

/** A record with its indexes, and its copies: the record, an event and a stored answer. */
const BYTES_OF_ROW = 1_024;
const COPIES = 3;

/** Quotas apply to merchants and customers in test. The live world, developers and operators have none. */
export const hasQuotas = ({ livemode, owner }: Caller) => !livemode && owner.type !== 'none';

/**
 * Counts the writes of a change against the quotas of its test world, before the change is sent. A retry of an answered
 * request is always allowed.
 */
export function metered<Input>(send: Send<Input>, quotas: Quotas | null, weight: Weight<Input>): Send<Input> {
  if (!quotas) return send;
  return (command) => (hasQuotas(command.caller) ? sendMetered(send, quotas, weight, command) : send(command));
}

async function sendMetered<Input>(
  send: Send<Input>,
  quotas: Quotas,
  { creates, rows: rowsOf }: Weight<Input>,
  command: Command<Input>,
): Promise<Answer> {
  const { db, meter } = quotas;
  const { world } = command.caller;
  const rows = rowsOf?.(command.input) ?? 1;
  const usage = meter.known(world) ?? (await meter.usageOf(world));
  const refusal = check(usage, quotas, rows, creates ? 1 : 2);
  if (refusal) await unlessAnswered(db, command, () => Promise.reject(refusal));
  meter.add(world, rows, 0);
  let written = 0;
  let answer: Answer | null = null;
  try {
    answer = await send(command);
    // A refusal writes only its stored answer. A replay writes nothing.
    if (!answer.replayed && answer.status < 500) written = answer.refusal ? 1 : rows;
    return answer;
  } finally {
    const bytes = written * BYTES_OF_ROW + (written > 0 ? COPIES * answer!.body.length : 0);
    meter.add(world, written - rows, bytes);
  }
}

/**
 * Counts the record that a payer's page creates in a test world. A stranger's requests fill a quota only as far as they
 * write.
 * @throws Refusal quota_exceeded, quota_reached, before the work begins
 */
export async function meteredRow<Result>(
  quotas: Quotas | null,
  { world, livemode }: { readonly world: number; readonly livemode: boolean },
  work: () => Promise<Result>,
): Promise<Result> {
  if (!quotas || livemode) return work();
  const { meter } = quotas;
  const usage = meter.known(world) ?? (await meter.usageOf(world));
  const refusal = check(usage, quotas, 1, 1);
  if (refusal) throw refusal;
  meter.add(world, 1, BYTES_OF_ROW);
  try {
    return await work();
  } catch (error) {
    meter.add(world, -1, -BYTES_OF_ROW);
    throw error;
  }
}

function check(usage: Usage, { rowsPerDay, storageMib }: Quotas, rows: number, times: number): Refusal | null {
  if (usage.rows + rows > times * rowsPerDay) {
    const remedy = `It has ${Math.max(rowsPerDay - usage.rows, 0)} left until midnight UTC. Wait, or send fewer records.`;
    return quotaExceeded(`${rowsPerDay} new records per day`, 'TEST_ROWS_PER_DAY', remedy, secondsLeft());
  }
  if (isFull(usage, storageMib * times)) {
    const remedy = 'Data stops counting after 30 days. Send less, or use another integration.';
    return quotaReached(`${storageMib} MiB of new data within 30 days`, 'TEST_STORAGE_MIB', remedy);
  }
  return null;
}

export const isFull = ({ bytes, bytesBefore }: Usage, storageMib: number) =>
  bytes + bytesBefore >= storageMib * 1_048_576;

const secondsLeft = () => 86_400 - (Math.floor(Date.now() / 1_000) % 86_400);
