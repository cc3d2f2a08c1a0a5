import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Payout, Rialto } from '../../../sdk/src/rialto.ts';
import { connect } from '../connect.ts';
import { exitCodes } from '../failure.ts';
import { readInput } from '../input.ts';
import { dated, globals, keyed, once, only, paged, printPaged } from '../options.ts';
import { line, money, paint, printRecord, trouble } from '../print.ts';
import { interruptible } from '../signals.ts';

export function payouts(program: Command): void {
  const group = program.command('payouts').description('pay many with one call');
  keyed(group.command('create <file.csv>'))
    .description(
      'pay everybody in a file (- for what is piped in): columns recipient, amount, and reference, description, name',
    )
    .requiredOption('--currency <code>', 'such as XOF')
    .option('--wallet <id>', 'that pays; default: your default wallet in this currency')
    .option('--reference <text>', 'your own id: taken once, for ever')
    .option('--no-wait', 'do not wait until everybody is paid')
    .action(async (file: string, options, command: Command) => {
      const global = globals(command);
      const rialto = connect(global);
      const query = only(options, ['currency', 'wallet', 'reference']);
      const csv = await readInput(file);
      const payout = await once(options, (call) => rialto.payouts.createFromCsv(csv, query, call));
      const done = options.wait
        ? await interruptible((signal) => follow(rialto, payout, signal)).catch((error) => {
            // Who does not know its id makes it again.
            if (global.json) printRecord(payout, true);
            else trouble(`${payout.id} is made and goes on: \`rialto payouts get ${payout.id}\``);
            throw error;
          })
        : payout;
      printRecord(done, global.json);
      if (done.totals.failed_count > 0 && !global.json) await printFailures(rialto, done);
      if (options.wait && done.result !== 'all_succeeded') process.exitCode = exitCodes.refused;
    });
  group
    .command('get <id>')
    .description('one payout')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).payouts.get(id), global.json);
    });
  dated(group.command('list'))
    .description('payouts, newest first')
    .option('--status <status>', 'pending, processing, completed or canceled')
    .option('--reference <text>', 'the one with your own id')
    .option('--item <id>', "the one that has this item, as a line of a wallet's entries names it")
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['status', 'reference', 'item']);
      await printPaged(options, global.json, (query) => connect(global).payouts.list({ ...filter, ...query }));
    });
  paged(group.command('items <id>'))
    .description('who was paid')
    .option('--status <status>', 'pending, processing, succeeded, failed or canceled')
    .option('--csv', 'all of them as CSV')
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      const { payouts } = connect(global);
      const filter = only(options, ['status']);
      if (options.csv) process.stdout.write(await payouts.listItemsAsCsv(id, filter));
      else await printPaged(options, global.json, (query) => payouts.listItems(id, { ...filter, ...query }));
    });
  group
    .command('cancel <id>')
    .description('while it is pending')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).payouts.cancel(id), global.json);
    });
}

/** Until it is over; the bar goes to stderr, so that stdout has the record alone. */
async function follow(rialto: Rialto, created: Payout, signal: AbortSignal): Promise<Payout> {
  const isWatched = process.stderr.isTTY === true;
  let payout = created;
  try {
    for (;;) {
      if (isWatched) process.stderr.write(`\r${bar(payout)}`);
      if (payout.status !== 'pending' && payout.status !== 'processing') return payout;
      await sleep(250, undefined, { signal });
      payout = await rialto.payouts.get(payout.id, { signal });
    }
  } finally {
    if (isWatched) process.stderr.write('\n');
  }
}

const WIDTH = 30;

function bar({ totals, currency, status }: Payout): string {
  const { count, succeeded_count, failed_count, succeeded_amount } = totals;
  const done = succeeded_count + failed_count;
  const filled = count === 0 ? 0 : Math.floor((done / count) * WIDTH);
  const failed = failed_count > 0 ? paint('red', `  ${failed_count} failed`) : '';
  return `${paint('green', '█'.repeat(filled))}${'░'.repeat(WIDTH - filled)} ${done}/${count}  ${money(succeeded_amount, currency)}${failed}  ${status}   `;
}

async function printFailures(rialto: Rialto, { id }: Payout): Promise<void> {
  for (const item of await rialto.payouts.listItems(id, { status: 'failed', limit: 100 }).toArray({ max: 20 })) {
    line(
      `${paint('red', 'failed')}  ${item.recipient}  ${money(item.amount, item.currency)}  ${item.failure?.code ?? ''}  ${item.reference ?? ''}`.trimEnd(),
    );
  }
}
