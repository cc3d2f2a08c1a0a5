import type { Answer, Route } from '../kit/server.ts';
import type { Access } from './access.ts';
import { failure, invalidField, ok } from './answers.ts';
import { type Fields, firstInvalid, oneOf, type Rule, shortCode, textOf, url } from './fields.ts';
import { type Movement, nairobi, type World } from './world.ts';

const KEPT_MS = 48 * 3_600_000;
/** OffSetValue counts rows, not pages. */
const PAGE = 100;

const dateTime: Rule = (value) => /^\d{4}-\d{2}-\d{2} \d{1,2}:\d{2}(:\d{2})?$/.test(textOf(value));
const count: Rule = (value) => /^\d{1,9}$/.test(textOf(value));

export function pullRoutes(world: World, access: Access): Route[] {
  return [
    {
      method: 'POST',
      path: '/pulltransactions/v1/register',
      operation: 'other',
      handle: access.guard((body) => register(world, body)),
    },
    {
      method: 'POST',
      path: '/pulltransactions/v1/query',
      operation: 'ask',
      handle: access.guard((body) => query(world, body)),
    },
  ];
}

function register(world: World, body: Fields): Answer {
  const bad = firstInvalid(body, {
    ShortCode: shortCode,
    RequestType: oneOf('Pull'),
    NominatedNumber: (value) => /^(254|0)[17]\d{8}$/.test(textOf(value)),
    CallBackURL: url,
  });
  if (bad) return invalidField(bad);
  if (textOf(body.ShortCode) !== world.shortCode) return failure(400, '400.001', 'Invalid ShortCode');
  const isNew = !world.isPullRegistered;
  world.isPullRegistered = true;
  return ok({
    ResponseRefID: crypto.randomUUID(),
    ResponseStatus: isNew ? '1000' : '1001',
    ShortCode: world.shortCode,
    ResponseDescription: isNew ? 'ShortCode Registered Successfully' : 'ShortCode already Registered',
  });
}

/** Settings: `pull_lag_ms` hides rows that are younger; `pull_missing` hides the rows of one of our ids. */
function query(world: World, body: Fields): Answer {
  const bad = firstInvalid(body, { ShortCode: shortCode, StartDate: dateTime, EndDate: dateTime, OffSetValue: count });
  if (bad) return invalidField(bad);
  if (textOf(body.ShortCode) !== world.shortCode || !world.isPullRegistered)
    return failure(400, '400.001', 'Invalid ShortCode');
  const { kit } = world;
  const from = Math.max(readNairobi(textOf(body.StartDate)), kit.now() - KEPT_MS);
  const to = Math.min(readNairobi(textOf(body.EndDate)), kit.now() - Number(kit.settings.pullLagMs ?? 0));
  const { pullMissing } = kit.settings;
  const rows = world.pulled.filter(
    ({ finishedAt, reference }) => finishedAt! >= from && finishedAt! <= to && reference !== pullMissing,
  );
  const offset = Number(textOf(body.OffSetValue));
  const page = rows.slice(offset, offset + PAGE);
  const ResponseRefID = `${10_000 + (world.next() % 90_000)}-${world.next()}-2`;
  if (page.length === 0)
    return ok({ ResponseRefID, ResponseCode: '1001', ResponseMessage: 'No transactions', Response: '[[]]' });
  return ok({ ResponseRefID, ResponseCode: '1000', ResponseMessage: 'Success', Response: [page.map(rowOf)] });
}

const rowOf = (movement: Movement) => ({
  transactionId: movement.receipt,
  trxDate: `${nairobi(movement.finishedAt!)}+03:00`,
  msisdn: Number(movement.phone),
  sender: 'MPESA',
  transactiontype: 'c2b-pay-bill-debit',
  billreference: movement.account,
  amount: `${movement.amount / 100n}.00`,
  organizationname: 'Rialto Shop',
});

/** Nairobi time without a zone, with or without seconds. */
function readNairobi(text: string): number {
  const [date, time = ''] = text.split(' ');
  const [hour = '', minute, second = '00'] = time.split(':');
  return Date.parse(`${date}T${hour.padStart(2, '0')}:${minute}:${second}+03:00`);
}
