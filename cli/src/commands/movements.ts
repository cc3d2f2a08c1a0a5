import { type Command, InvalidArgumentError } from 'commander';
import { connect } from '../connect.ts';
import { dated, globals, keyed, once, only, pair, printPaged } from '../options.ts';
import { printRecord } from '../print.ts';

type Leg = { wallet: string; amount?: number; max?: number; currency: string };

/** `wal_…=700` has an amount, `wal_…=max:700` sweeps, `wal_…=rest` takes the remainder. */
function readLeg(text: string): Omit<Leg, 'currency'> & { rest?: true } {
  const [, wallet, max, value] = /^(wal_[0-9a-z]{26})=(max:)?(\d{1,12}|rest)$/.exec(text) ?? [];
  if (!wallet || !value || (max && value === 'rest')) {
    throw new InvalidArgumentError('Write <wallet>=<amount>, <wallet>=max:<amount> or <wallet>=rest.');
  }
  if (value === 'rest') return { wallet, rest: true };
  return max ? { wallet, max: Number(value) } : { wallet, amount: Number(value) };
}

function debit(text: string, before: object[] = []): object[] {
  const { wallet, amount, max, rest } = readLeg(text);
  if (rest) throw new InvalidArgumentError('Only a credit takes the rest.');
  return [...before, max === undefined ? { wallet, amount } : { wallet, sweep: { max } }];
}

function credit(text: string, before: object[] = []): object[] {
  const { wallet, amount, max, rest } = readLeg(text);
  if (max !== undefined) throw new InvalidArgumentError('Only a debit has a maximum.');
  return [...before, rest ? { wallet, remainder: true } : { wallet, amount }];
}

export function movements(program: Command): void {
  keyed(program.command('move'))
    .description('move money between several wallets at once, all or nothing')
    .requiredOption('--debit <wallet=amount>', 'your wallet; =max:<amount> takes what it has; repeat for more', debit)
    .requiredOption('--credit <wallet=amount>', 'any wallet; =rest takes the remainder; repeat for more', credit)
    .requiredOption('--currency <code>', 'of all legs, for example XOF')
    .option('--reference <text>', 'your own unique id for this movement')
    .option('--description <text>', 'a description of the movement')
    .option('--metadata <name=value>', 'your own data; repeat for more', pair)
    .action(async (options, command: Command) => {
      const global = globals(command);
      const { currency } = options;
      const legs = (side: Leg[]) => side.map((leg) => ({ ...leg, currency }));
      const fields = {
        ...{ debits: legs(options.debit), credits: legs(options.credit) },
        ...only(options, ['reference', 'description', 'metadata']),
      };
      const rialto = connect(global);
      printRecord(await once(options, (call) => rialto.movements.create(fields, call)), global.json);
    });

  const group = program.command('movements').description('list and read movements between several wallets');
  group
    .command('get <id>')
    .description('show a movement that you made')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).movements.get(id), global.json);
    });
  dated(group.command('list'))
    .description('list the movements that you made, newest first')
    .option('--reference <text>', 'with this reference')
    .option('--reverses <transfer>', 'the reversals of this transfer')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['reference', 'reverses']);
      await printPaged(options, global.json, (query) => connect(global).movements.list({ ...filter, ...query }));
    });
}
