import type { PaymentBearer } from '../../../contract/src/fee-bearer.ts';
import { type FeeSchedule, tierOf } from '../core/fee.ts';
import { chargeOf } from '../core/fee-bearer.ts';
import { type Charge, chargeBy } from '../core/fee-tax.ts';
import { toMinor } from '../core/money.ts';
import { toE164 } from '../core/phone.ts';
import type { Tx } from '../db/transaction.ts';
import { storedRequestOf } from '../events/emit.ts';
import { checkCharge } from '../fees/check-charge.ts';
import { type BearerOf, loadBearers } from '../fees/default-bearer.ts';
import { findRates, type RateOf } from '../fees/find-rates.ts';
import { ruleOnRefund } from '../fees/rule-on-refund.ts';
import { type References, takenReferences } from '../idempotency/references.ts';
import { type CheckBranch, checkNamedBranches } from '../integrations/branches/check-named.ts';
import type { Command } from '../kernel/command.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { newId } from '../kernel/new-id.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { isBuiltIn, type Rails } from '../rails/rail.ts';
import { checkOwn, checkUsable, findOwnWallets, previewOwnWallets } from '../wallets/find-own.ts';
import { keepOpen, selectWalletsByPhone, type WalletRow } from '../wallets/store.ts';
import { captureOf, checkCapture, checkHolding } from './capture/open.ts';
import { checkReturnUrls } from './check-return-urls.ts';
import { checkBearer, keepCharge } from './fee-bearer.ts';
import { sealCode } from './one-time-code.ts';
import type { RoutedInput } from './route-payment.ts';
import { loadShares, type ReadShares } from './splits/check.ts';
import type { StoredShare } from './splits/stored.ts';
import { insertPayments, type PaymentJob, type PaymentRow } from './store.ts';
import { renderPayment } from './view.ts';

type PaymentCommand = Command<RoutedInput>;

/** How long a customer has to approve on a rail that does not say. */
const APPROVAL_MS = 5 * 60_000;

export type PaymentDeps = {
  readonly rails: Rails;
  /** Seals the payers' one-time codes. */
  readonly codeKey: DataKey;
};

/** Everything needed to open payments, besides the commands themselves. */
export type Loaded = {
  readonly references: References;
  readonly walletOf: ReadonlyMap<PaymentCommand, WalletRow | undefined>;
  readonly rateOf: RateOf<PaymentCommand>;
  readonly bearerOf: BearerOf;
  readonly payerOf: PayerOf;
  readonly checkBranch: CheckBranch;
  readonly readShares: ReadShares;
};

/** @param options `opens`: a merchant's default wallet is opened at its first use */
export async function loadPayments(
  tx: Tx,
  commands: PaymentCommand[],
  { opens = true }: { readonly opens?: boolean } = {},
): Promise<Loaded> {
  const [references, walletOf, rateOf, bearerOf, payerOf, checkBranch, readShares] = await Promise.all([
    takenReferences(tx, 'payments', commands),
    opens ? findWallets(tx, commands) : previewOwnWallets(tx, commands),
    findRates(tx, commands, 'payment'),
    loadBearers(tx, commands),
    findPayers(tx, commands),
    checkNamedBranches(tx, commands),
    loadShares(tx, commands),
  ]);
  return { references, walletOf, rateOf, bearerOf, payerOf, checkBranch, readShares };
}

/**
 * Opens payments. The row is the job: once it is committed a worker asks the rail.
 * @returns for each the serialised Payment, or the refusal
 */
export async function createPayments(
  tx: Tx,
  commands: PaymentCommand[],
  deps: PaymentDeps,
  loaded: Promise<Loaded> = loadPayments(tx, commands),
): Promise<(string | Refusal)[]> {
  const decided = decidePayments(commands, deps, await loaded);
  const rows = decided.filter((one) => !(one instanceof Refusal));
  const results = decided.map((one) => (one instanceof Refusal ? one : renderPayment(one)));
  write(tx, rows, deps.rails);
  return results;
}

/** The row of each payment, or its refusal. */
export function decidePayments(
  commands: readonly PaymentCommand[],
  deps: PaymentDeps,
  { references, walletOf, rateOf, bearerOf, payerOf, checkBranch, readShares }: Loaded,
): (PaymentRow | Refusal)[] {
  return commands.map((command) => {
    const wallet = walletOf.get(command);
    const customer = toE164(command.input.customer);
    const payer = customer === null ? null : payerOf(command, customer);
    const refusal =
      checkCustomer(command, customer) ??
      checkReturnUrls(command.input, command.caller.livemode) ??
      checkOwn(command, wallet) ??
      checkUsable(wallet!) ??
      checkCapture(command) ??
      checkBearer(command) ??
      checkBranch(command) ??
      references.check(command);
    if (refusal) return refusal;
    const found = routeOf(command, payer);
    if (found instanceof Refusal) return found;
    const bearer = bearerOf(command);
    const route = keepCharge(command, found, { bearer, rateOf });
    const held = checkHolding(command, route[0]!);
    if (held) return held;
    const asked = toMinor(command.input.amount);
    const rate = rateOf(command, route[0]!);
    const charge = chargeBy(asked, rate);
    const charged = charge.fee + charge.tax;
    const tooMuch = checkCharge(asked, charged, bearer);
    if (tooMuch) return tooMuch;
    const split = readShares(command, { wallet: wallet!.id, net: asked - charged });
    if (split instanceof Refusal) return split;
    const parts = { customer: customer!, payer, wallet: wallet!, asked, rate, bearer, charge, split, route };
    const row = toRow(command, deps, parts);
    references.take(command, row.id);
    return row;
  });
}

/**
 * This process works on as many payments as its local queue has room for, without a claim. Any node takes the rest. A
 * payment in the local queue is marked as sent when it is created. If this process dies before it sends, the payment is
 * looked for, so a rail whose provider does not recognise our ids gets its payments by claims.
 */
function write(tx: Tx, rows: readonly PaymentRow[], rails: Rails): void {
  const { localQueue } = tx.node;
  const deduplicates = ({ rail }: PaymentRow) =>
    isBuiltIn(rail) || rails.get(rail)?.capabilities().collect?.deduplicates;
  const room = localQueue?.room() ?? 0;
  const local: PaymentJob[] = [];
  const others: PaymentRow[] = [];
  for (const row of rows) {
    if (local.length === room || !deduplicates(row)) others.push(row);
    else local.push({ ...row, asked: 1, sent_at: row.created_at, sending: true });
  }
  insertPayments(tx, [...local, ...others]);
  tx.afterCommit(() => {
    localQueue?.take(local, 0);
    if (others.length > 0) tx.node.wake('payments');
    else if (local.length > 0) tx.node.wakeHere('payments');
  });
}

function findWallets(tx: Tx, commands: PaymentCommand[]): Promise<Map<PaymentCommand, WalletRow | undefined>> {
  tx.query(keepOpen);
  return findOwnWallets(tx, commands);
}

type PayerOf = (command: PaymentCommand, customer: string) => string | null;

/** Whether the customer pays from their wallet here, if they have one. */
const mayPayHere = ({ caller, input }: PaymentCommand) =>
  input.rail === 'wallet' || (caller.livemode && input.rail === undefined);

/** The wallets here of customers who may pay from one. */
async function findPayers(tx: Tx, commands: PaymentCommand[]): Promise<PayerOf> {
  const phones = commands.filter(mayPayHere).flatMap(({ caller, input: { customer, currency } }) => {
    const phone = toE164(customer);
    return phone === null ? [] : [{ phone, livemode: caller.livemode, currency }];
  });
  const found = phones.length > 0 ? await selectWalletsByPhone(tx, phones) : [];
  const walletOf = new Map(found.map((row) => [`${row.phone} ${row.livemode} ${row.currency}`, row.id]));
  return (command, customer) =>
    mayPayHere(command)
      ? (walletOf.get(`${customer} ${command.caller.livemode} ${command.input.currency}`) ?? null)
      : null;
}

function checkCustomer({ caller, input }: PaymentCommand, customer: string | null): Refusal | null {
  if (customer === null) return invalidField('customer', 'not_phone');
  if (!caller.livemode || input.rail !== 'sandbox') return null;
  return invalidField('rail', 'no_live_sandbox');
}

/** The rails to try, the best first. In live mode a customer's wallet here comes first, unless the request names a rail. */
function routeOf({ caller, input }: PaymentCommand, payer: string | null): readonly string[] | Refusal {
  const { rail, currency, route } = input;
  if (rail !== undefined && isBuiltIn(rail)) return [rail];
  if (rail === undefined && !caller.livemode) return ['sandbox'];
  if (rail === undefined && payer !== null) return ['wallet'];
  if (route) return route;
  return invalidField('rail', 'no_wallet_or_rail', { currency });
}

type Parts = {
  readonly customer: string;
  readonly payer: string | null;
  readonly wallet: WalletRow;
  readonly asked: bigint;
  /** The fees of the first rail. They stay if another rail of the route collects. */
  readonly rate: FeeSchedule;
  readonly bearer: PaymentBearer;
  readonly charge: Charge;
  readonly split: readonly StoredShare[] | null;
  readonly route: readonly string[];
};

function toRow(command: PaymentCommand, { rails, codeKey }: PaymentDeps, parts: Parts): PaymentRow {
  const { customer, payer, wallet, asked, rate, bearer, charge, split, route } = parts;
  const { caller, input } = command;
  const now = new Date();
  const id = newId('pay');
  const [rail] = route as readonly [string, ...string[]];
  const approvalMs = rails.get(rail)?.capabilities().collect?.approvalMs ?? APPROVAL_MS;
  return {
    world: caller.world,
    livemode: caller.livemode,
    id,
    ...chargeOf(asked, charge.fee + charge.tax, bearer),
    currency: input.currency,
    customer,
    status: 'pending',
    next_action: null,
    failure: null,
    amount_refunded: 0n,
    amount_refunding: 0n,
    ...charge,
    fee_on_refund: ruleOnRefund(tierOf(asked, rate), bearer, rails.get(rail)),
    fee_returned: 0n,
    tax_returned: 0n,
    wallet_id: wallet.id,
    payer_wallet_id: rail === 'wallet' ? payer : null,
    rail,
    route: route.length > 1 ? route.join(' ') : null,
    rail_reference: null,
    reference: input.reference ?? null,
    checkout_session: input.checkout_session ?? null,
    branch_id: input.branch ?? null,
    description: input.description ?? null,
    receipt_email: input.receipt_email ?? null,
    success_url: input.success_url ?? null,
    cancel_url: input.cancel_url ?? null,
    sealed_code: input.otp === undefined ? null : sealCode(input.otp, codeKey, id),
    metadata: input.metadata ?? {},
    request: storedRequestOf(command),
    created_at: now,
    updated_at: now,
    expires_at: new Date(now.getTime() + approvalMs),
    succeeded_at: null,
    failed_at: null,
    reversed_at: null,
    version: 1,
    due_at: now,
    asked: 0,
    sent_at: null,
    not_found: 0,
    rail_handle: null,
    ...captureOf(input, { amount: asked, rate, now }),
    split,
  };
}
