import { type Command, Option } from 'commander';
import { MAX_AMOUNT } from '../../../contract/src/fields.ts';
import { recordActs } from '../audit/record.ts';
import { StartupError } from '../config/startup-error.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { selectWorld, type WorldRow } from '../integrations/store.ts';
import { newId } from '../kernel/new-id.ts';
import { Refusal } from '../kernel/refusal.ts';
import { closeWallet } from '../operators/close-wallet.ts';
import { freezeByHand } from '../operators/freeze.ts';
import { fundWallets } from '../wallets/fund.ts';
import { selectWalletsOfOwner, type WalletRow } from '../wallets/store.ts';
import { asOperator, printTable, whoActs } from './operator.ts';
import { type Mode, modeOption, readWhole } from './options.ts';

export function addWalletCommands(program: Command): void {
  const wallets = program.command('wallets').description('balances, in minor units');
  wallets
    .command('list')
    .requiredOption('--integration <name>', 'the integration of the merchant that owns the wallets')
    .addOption(modeOption())
    .action(({ integration, mode }: { integration: string; mode: Mode }) =>
      asOperator(async ({ db }) => {
        const [world] = await db.query<WorldRow>(selectWorld, [integration, mode === 'live']);
        if (!world) throw new StartupError(`integration "${integration}" does not exist`);
        printTable((await db.query<WalletRow>(selectWalletsOfOwner, [world.merchant_id, world.livemode])).map(toLine));
      }),
    );
  wallets
    .command('fund')
    .argument('<id>', 'wal_…')
    .description('put money into a wallet from the funding wallet of its currency and mode')
    .requiredOption('--amount <n>', 'in minor units', readWhole(1, MAX_AMOUNT))
    .action((wallet: string, { amount }: { amount: number }) =>
      onWallet(wallet, async (tx) => {
        const source = newId('req');
        const funded = await fundWallets(tx, [{ wallet, amount: BigInt(amount), source }]);
        if (funded[0] instanceof Refusal) return funded;
        await recordActs(tx, [{ ...whoActs(), action: 'wallet.funded', target: wallet, after: { amount, source } }]);
        return funded;
      }),
    );
  wallets
    .command('freeze')
    .argument('<id>', 'wal_…')
    .description('freeze a wallet: refuse new debits and credits, and emit wallet.frozen')
    .addOption(new Option('--reason <reason>').choices(['fraud', 'kyc']).makeOptionMandatory())
    .action((wallet: string, { reason }: { reason: 'fraud' | 'kyc' }) =>
      onWallet(wallet, (tx) => freezeByHand(tx, [{ freeze: { wallet, reason }, by: whoActs() }])),
    );
  wallets
    .command('unfreeze')
    .argument('<id>', 'wal_…')
    .action((wallet: string) =>
      onWallet(wallet, (tx) => freezeByHand(tx, [{ freeze: { wallet, reason: null }, by: whoActs() }])),
    );
  wallets
    .command('close')
    .argument('<id>', 'wal_…')
    .description('close an empty wallet permanently; no money goes in or out after that')
    .action((wallet: string) => onWallet(wallet, async (tx) => [await closeWallet(tx, { wallet, by: whoActs() })]));
}

/** Runs an operation on one wallet and prints the resulting wallet. */
function onWallet(wallet: string, act: (tx: Tx) => Promise<(WalletRow | Refusal)[]>): Promise<void> {
  return asOperator(async ({ db }) => {
    const [result] = await transaction(db, act);
    if (result instanceof Refusal && result.code === 'not_found')
      throw new StartupError(`wallet ${wallet} does not exist`);
    if (result instanceof Refusal) throw result;
    printTable([toLine(result!)]);
  });
}

function toLine(row: WalletRow) {
  return {
    id: row.id,
    currency: row.currency,
    available: row.posted - row.held,
    reserved: row.held,
    status: row.closed ? 'closed' : row.frozen ? `frozen (${row.frozen_reason})` : 'active',
    default: row.is_default ? 'yes' : 'no',
    label: row.label,
  };
}
