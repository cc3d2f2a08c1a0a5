import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Payout, Rialto } from '../../../sdk/src/rialto.ts';
import { connect } from '../connect.ts';
import { exitCodes } from '../failure.ts';
import { readInput } from '../input.ts';
import { commandName } from '../invocation.ts';
import { dated, globals, keyed, once, only, paged, printPaged } from '../options.ts';
import { line, money, paint, printRecord, trouble } from '../print.ts';
import { interruptible } from '../signals.ts';

export function payouts(program: Command): void {
  const group = program.command('payouts').description('pay many recipients with one request');
  keyed(group.command('create <file.csv>'))
    .description(
      'pay everyone in a file (- for stdin); columns: recipient, amount and optionally reference, description, name',
    )
    .requiredOption('--currency <code>', 'for example XOF')
    .option('--wallet <id>', 'wallet to pay from; default: your default wallet in this currency')
    .option('--rail <slug>', 'the rail that pays every phone; default: the rail that reaches each')
    .option('--fee-bearer <who>', 'receiver: fees are taken from the amounts; default: merchant, on top of them')
    .option('--reference <text>', 'your own unique id for this payout')
    .option('--no-wait', 'return at once, without waiting for the result')
    .action(async (file: string, options, command: Command) => {
      const global = globals(command);
      const rialto = connect(global);
      const given = only(options, ['currency', 'wallet', 'rail', 'reference']);
      const query = { ...given, ...(options.feeBearer && { fee_bearer: options.feeBearer }) };
      const csv = await readInput(file);
      const payout = await once(options, (call) => rialto.payouts.createFromCsv(csv, query, call));
      const done = options.wait
        ? await interruptible((signal) => follow(rialto, payout, signal)).catch((error) => {
            // Print the id: a user who does not know it would create the payout again.
            if (global.json) printRecord(payout, true);
            else {
              const command = `${commandName()} payouts get ${payout.id}`;
              trouble(`${payout.id} was created and continues. Check it with \`${command}\`.`);
            }
            throw error;
          })
        : payout;
      printRecord(done, global.json);
      if (done.totals.failed_count > 0 && !global.json) await printFailures(rialto, done);
      if (options.wait && done.result !== 'all_succeeded') process.exitCode = exitCodes.refused;
    });
  group
    .command('get <id>')
    .description('show a payout')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).payouts.get(id), global.json);
    });
  dated(group.command('list'))
    .description('list payouts, newest first')
    .option('--status <status>', 'pending, processing, completed or canceled')
    .option('--reference <text>', 'with this reference')
    .option('--item <id>', "the payout with this item, the source of an entry in a wallet's statement")
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['status', 'reference', 'item']);
      await printPaged(options, global.json, (query) => connect(global).payouts.list({ ...filter, ...query }));
    });
  paged(group.command('items <id>'))
    .description('list the items of a payout')
    .option('--status <status>', 'pending, processing, succeeded, failed or canceled')
    .option('--csv', 'all items as CSV')
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      const { payouts } = connect(global);
      const filter = only(options, ['status']);
      if (options.csv) process.stdout.write(await payouts.listItemsAsCsv(id, filter));
      else await printPaged(options, global.json, (query) => payouts.listItems(id, { ...filter, ...query }));
    });
  group
    .command('cancel <id>')
    .description('cancel a pending payout')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).payouts.cancel(id), global.json);
    });
}

/** Polls until the payout has ended. The progress bar goes to stderr, so that stdout has only the record. */
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
  const drawn = `${paint('green', '█'.repeat(filled))}${'░'.repeat(WIDTH - filled)}`;
  return `${drawn} ${done}/${count}  ${money(succeeded_amount, currency)}${failed}  ${status}   `;
}

async function printFailures(rialto: Rialto, { id }: Payout): Promise<void> {
  for (const item of await rialto.payouts.listItems(id, { status: 'failed', limit: 100 }).toArray({ max: 20 })) {
    const { recipient, amount, currency, failure, reference } = item;
    const cells = [paint('red', 'failed'), recipient, money(amount, currency), failure?.code, reference];
    line(cells.join('  ').trimEnd());
  }
}
