import { type Command, Option } from 'commander';
import { transaction } from '../db/transaction.ts';
import { setLimitByHand } from '../limits/set-limit-by-hand.ts';
import { selectLimits } from '../limits/store.ts';
import { asOperator, print, printTable, refuseIfOff, whoActs } from './operator.ts';
import { currencyOption, type Mode, modeOption, readWhole } from './options.ts';

/** Commander turns null into an empty string. */
type Limit = bigint | 'none';
type LimitOptions = {
  readonly currency: string;
  readonly mode: Mode;
  readonly tier: string;
  readonly single: Limit;
  readonly day: Limit;
  readonly month: Limit;
  readonly balance: Limit;
};

const readMinor = readWhole(0, Number.MAX_SAFE_INTEGER);
const readLimit = (text: string): Limit => (text === 'none' ? text : BigInt(readMinor(text)));
const minor = (limit: Limit) => (limit === 'none' ? null : limit);

export function addLimitCommands(program: Command): void {
  const limits = program.command('limits').description('how much a customer may send and hold, by KYC tier');
  limits
    .command('set')
    .description('set the limits for movements from now on; each in minor units, or "none"; 0 requires a higher tier')
    .addOption(currencyOption())
    .addOption(modeOption())
    .addOption(
      new Option('--tier <n>', '0: a phone only, 1: verified, 2: verified further')
        .choices(['0', '1', '2'])
        .makeOptionMandatory(),
    )
    .requiredOption('--single <n>', 'the most that one movement may send', readLimit)
    .requiredOption('--day <n>', 'the most that may be sent per day (UTC)', readLimit)
    .requiredOption('--month <n>', 'the most that may be sent per calendar month (UTC)', readLimit)
    .requiredOption('--balance <n>', 'the most that a wallet may hold', readLimit)
    .action(({ currency, mode, tier, single, day, month, balance }: LimitOptions) =>
      asOperator(async ({ db, config }) => {
        refuseIfOff(config, currency);
        const setting = {
          livemode: mode === 'live',
          currency,
          tier: Number(tier),
          single: minor(single),
          day: minor(day),
          month: minor(month),
          balance: minor(balance),
        };
        await transaction(db, (tx) => setLimitByHand(tx, setting, whoActs()));
        print(`${mode} ${currency} tier ${tier}: single ${single}, day ${day}, month ${month}, balance ${balance}`);
      }),
    );
  limits.command('list').action(() => asOperator(async ({ db }) => printTable(await db.query(selectLimits))));
}
