import { type Command, Option } from 'commander';
import { type FeeOnRefund, feesOnRefund } from '../../../contract/src/fee-on-refund.ts';
import { recordActs } from '../audit/record.ts';
import { transaction } from '../db/transaction.ts';
import { setFeeByHand } from '../fees/set-fee-by-hand.ts';
import { taxedTiers } from '../fees/stored-schedules.ts';
import { createIntegration } from '../integrations/create-integration.ts';
import { selectIntegrations } from '../integrations/store.ts';
import { Refusal } from '../kernel/refusal.ts';
import { createMerchant } from '../merchants/create-merchant.ts';
import { selectMerchants } from '../merchants/store.ts';
import { registerCustomer } from '../users/register.ts';
import { asOperator, print, printTable, refuseIfOff, whoActs } from './operator.ts';
import { currencyOption, type Mode, modeOption, readText, readWhole } from './options.ts';

export function addAccountCommands(program: Command): void {
  addMerchantCommands(program);
  addIntegrationCommands(program);
  addCustomerCommand(program);
  addFeeCommand(program);
}

function addMerchantCommands(program: Command): void {
  const merchants = program.command('merchants').description('merchants: the businesses that receive money');
  merchants
    .command('create')
    .description('create a merchant and print its id')
    .requiredOption('--name <name>', 'up to 100 characters', readText(100))
    .action(({ name }) =>
      asOperator(async ({ db }) => {
        const id = await transaction(db, async (tx) => {
          const id = await createMerchant(tx, name);
          await recordActs(tx, [{ ...whoActs(), action: 'merchant.created', target: id, after: { name } }]);
          return id;
        });
        print(id);
      }),
    );
  merchants.command('list').action(() => asOperator(async ({ db }) => printTable(await db.query(selectMerchants))));
}

function addIntegrationCommands(program: Command): void {
  const integrations = program.command('integrations').description('integrations: the servers of a merchant');
  integrations
    .command('create')
    .description('create an integration and print its id; the keys commands take its slug, which is made from the name')
    .requiredOption('--merchant <id>')
    .requiredOption('--name <name>', 'up to 100 characters', readText(100))
    .action(({ merchant, name }) =>
      asOperator(async ({ db }) => {
        const id = await transaction(db, async (tx) => {
          const id = await createIntegration(tx, { merchantId: merchant, name });
          const after = { merchant, name };
          await recordActs(tx, [{ ...whoActs(), action: 'integration.created', target: id, after }]);
          return id;
        });
        print(id);
      }),
    );
  integrations
    .command('list')
    .action(() => asOperator(async ({ db }) => printTable(await db.query(selectIntegrations))));
}

function addCustomerCommand(program: Command): void {
  program
    .command('customers')
    .description('customers, who are identified by their phone')
    .command('create')
    .description('create a customer and print the user’s id; an existing customer keeps their data')
    .requiredOption('--phone <E.164>')
    .requiredOption('--currencies <list>', 'currencies to open a wallet in, comma-separated')
    .option('--name <name>', 'up to 100 characters', readText(100))
    .addOption(modeOption())
    .action((options: { phone: string; currencies: string; name?: string; mode: Mode }) =>
      asOperator(async ({ db, config }) => {
        const currencies = options.currencies.split(',').map((currency) => currency.trim());
        for (const currency of currencies) refuseIfOff(config, currency);
        const { phone, name = null } = options;
        const customer = { phone, name, livemode: options.mode === 'live', currencies };
        const user = await transaction(db, async (tx) => {
          const user = await registerCustomer(tx, customer);
          if (user instanceof Refusal) throw user;
          const after = { livemode: customer.livemode, currencies };
          await recordActs(tx, [{ ...whoActs(), action: 'customer.created', target: user.id, after }]);
          return user;
        });
        print(user.id);
      }),
    );
}

function addFeeCommand(program: Command): void {
  program
    .command('fees')
    .description('the fee of a merchant for each payment or each payout item')
    .command('set')
    .requiredOption('--merchant <id>')
    .addOption(currencyOption())
    .addOption(modeOption())
    .requiredOption(
      '--basis-points <n>',
      'part of the amount, in hundredths of a percent, rounded half up',
      readWhole(0, 10_000),
    )
    .requiredOption('--fixed <n>', 'fixed part in minor units, added to the other part', readWhole(0, 999_999_999_999))
    .option('--tax <n>', 'tax on the fee, in hundredths of a percent of the fee', readWhole(0, 10_000), 0)
    .addOption(
      new Option('--on-refund <rule>', "a payment's refund returns its fee, or not")
        .choices(feesOnRefund)
        .default('kept'),
    )
    .addOption(new Option('--on <what>', 'what the fee applies to').choices(['payment', 'payout']).default('payment'))
    .action(
      (options: {
        merchant: string;
        currency: string;
        mode: Mode;
        basisPoints: number;
        fixed: number;
        tax: number;
        on: 'payment' | 'payout';
        onRefund: FeeOnRefund;
      }) =>
        asOperator(async ({ db, config }) => {
          refuseIfOff(config, options.currency);
          const { merchant, mode, on, currency, basisPoints, fixed, tax, onRefund } = options;
          if (onRefund === 'returned' && on === 'payout') throw new Error('--on-refund returned is for payments only.');
          const tiers = taxedTiers([{ from: 1, basis_points: basisPoints, fixed }], tax, onRefund);
          const fee = { merchant, currency, chargedOn: on, livemode: mode === 'live', rail: null, tiers };
          const done = await transaction(db, (tx) => setFeeByHand(tx, fee, whoActs(), config.FEE_QUOTE_SECONDS));
          if (done instanceof Refusal) throw done;
          const startsAt = done.after.next?.startsAt.toISOString();
          const from = startsAt ? `, from ${startsAt}` : '';
          const taxed = tax === 0 ? '' : `, with a tax of ${tax} basis points of it`;
          const returned = onRefund === 'kept' ? '' : ', returned with refunds';
          print(
            `${merchant} ${mode} ${on} ${currency}: ${basisPoints} basis points and ${fixed}${taxed}${returned}${from}`,
          );
        }),
    );
}
