import type { PaymentBearer } from '../../../contract/src/fee-bearer.ts';
import { MAX_AMOUNT } from '../../../contract/src/fields.ts';
import type { createLink } from '../../../contract/src/links.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { insertLinks, type LinkRow } from '../checkout-state/link-store.ts';
import { toMinor } from '../core/money.ts';
import type { Tx } from '../db/transaction.ts';
import { loadBearers } from '../fees/default-bearer.ts';
import { checkNamedBranches } from '../integrations/branches/check-named.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { newToken } from '../kernel/new-token.ts';
import { invalidField, type Refusal } from '../kernel/refusal.ts';
import { checkReturnUrls } from '../payments/check-return-urls.ts';
import type { Rails } from '../rails/rail.ts';
import { checkPageRails } from './check-rails.ts';
import { renderLink } from './view.ts';

export type LinkDeps = {
  readonly rails: Rails;
  /** The address of the hosted pages. */
  readonly pages: string;
};
type Input = InputOf<typeof createLink>;

/** 65 random bits: short enough for a small QR code and for a sheet of paper. */
const CODE_CHARACTERS = 13;

export async function createLinks(
  tx: Tx,
  commands: Command<Input>[],
  { rails, pages }: LinkDeps,
): Promise<(string | Refusal)[]> {
  const [checkBranch, bearerOf] = await Promise.all([checkNamedBranches(tx, commands), loadBearers(tx, commands)]);
  const rows: LinkRow[] = [];
  const results = commands.map((command): string | Refusal => {
    const { caller, input } = command;
    const refusal =
      checkAmounts(input) ??
      checkTimes(input) ??
      checkReturnUrls(input, caller.livemode) ??
      checkPageRails(input.rails, input.currency, caller, rails) ??
      checkBranch(command);
    if (refusal) return refusal;
    const row = toRow(command, bearerOf(command));
    rows.push(row);
    return renderLink(row, pages);
  });
  insertLinks(tx, rows);
  return results;
}

function checkAmounts({ amount, min_amount: least, max_amount: most, max_quantity, stock }: Input): Refusal | null {
  if (amount && least) return invalidField('min_amount', 'only_open_amount');
  if (amount && most) return invalidField('max_amount', 'only_open_amount');
  if (least && most && most < least)
    return invalidField('max_amount', 'at_least_other', { other: 'min_amount', minimum: least });
  const units = max_quantity ?? 1;
  if (!amount && units > 1) return invalidField('max_quantity', 'needs_amount');
  if (amount && amount * units > MAX_AMOUNT)
    return invalidField('max_quantity', 'quantity_times_amount', { maximum: MAX_AMOUNT });
  if (stock && units > stock) return invalidField('max_quantity', 'more_than_stock', { stock });
  return null;
}

function checkTimes({ expires_at: at }: Input): Refusal | null {
  if (at === undefined || at === null) return null;
  const time = Date.parse(at);
  if (Number.isNaN(time)) return invalidField('expires_at', 'not_time');
  return time > Date.now() ? null : invalidField('expires_at', 'not_in_future');
}

const minor = (amount: number | null | undefined) => (amount ? toMinor(amount) : null);

function toRow({ caller, input }: Command<Input>, bearer: PaymentBearer): LinkRow {
  const now = new Date();
  return {
    ...{ world: caller.world, livemode: caller.livemode, id: newId('lnk'), code: newToken(CODE_CHARACTERS) },
    ...{ active: true, title: input.name ?? null, description: input.description ?? null },
    amount: minor(input.amount),
    min_amount: minor(input.min_amount),
    max_amount: minor(input.max_amount),
    currency: input.currency,
    branch_id: input.branch ?? null,
    fee_bearer: bearer,
    max_quantity: input.max_quantity ?? 1,
    use: input.use ?? 'many',
    ...{ stock: input.stock ?? null, reserved: 0, sold: 0 },
    ask: { name: input.ask?.name ?? 'no', note: input.ask?.note ?? 'no' },
    success_url: input.success_url ?? null,
    rails: input.rails ?? null,
    locale: input.locale ?? null,
    metadata: input.metadata ?? {},
    expires_at: input.expires_at ? new Date(input.expires_at) : null,
    ...{ created_at: now, updated_at: now, version: 1 },
  };
}
