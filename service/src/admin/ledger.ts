import { once } from 'node:events';
import { type Command, InvalidArgumentError } from 'commander';
import { recordActs } from '../audit/record.ts';
import { StartupError } from '../config/startup-error.ts';
import type { Database } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { checkLedger } from '../ledger/check.ts';
import { recordCheck } from '../ledger/record-check.ts';
import { changeDatabasePassword } from '../postgres/change-password.ts';
import { exportSeals } from '../seal/export.ts';
import { printSealHead, readSealHead, type SealHead, verifySeals } from '../seal/verify.ts';
import { acceptLosses } from './accept-losses.ts';
import { asOperator, type Operator, print, printTable, whoActs } from './operator.ts';

export function addLedgerCommands(program: Command): void {
  const ledger = program.command('ledger').description('the ledger');
  ledger
    .command('check')
    .description(
      'check every invariant over the whole database and the seal of every posting; on a failure print it, exit with 1',
    )
    .option('--from <number>', 'verify the seal from this batch on; default: from the first', readNumber)
    .option(
      '--head <head>',
      'a head that was kept elsewhere, such as 42:9f86d0…; detects a chain that was rewritten',
      head,
    )
    .action((options: CheckOptions) => asOperator(({ db }) => check(db, options)));
  ledger
    .command('seal')
    .description('the sealed ledger')
    .command('export')
    .description('print postings and their batches as JSON lines, for scripts/verify-seal.mjs')
    .option('--from <number>', 'the first batch; default: 1', readNumber)
    .option('--to <number>', 'the last batch; default: the head', readNumber)
    .action(({ from = 1n, to = 2n ** 62n }: { from?: bigint; to?: bigint }) =>
      asOperator(async ({ db }) => {
        try {
          for await (const line of exportSeals(db, from, to))
            if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
        } catch (error) {
          throw error instanceof RangeError ? new StartupError(error.message) : error;
        }
      }),
    );
  addDatabaseCommands(program.command('database').description('the database that these commands use'));
}

function addDatabaseCommands(database: Command): void {
  database
    .command('accept-loss')
    .description(
      'let the nodes work again after the database lost acknowledged transactions; find out what is missing first',
    )
    .action(() =>
      asOperator(async ({ db }) => {
        const losses = await transaction(db, (tx) => acceptLosses(tx, whoActs()));
        if (losses.length === 0) return print('No loss is waiting for a decision.');
        printTable(losses);
        print('Accepted. The nodes work again within seconds; start those that have ended.');
      }),
    );
  database
    .command('rotate-password')
    .description("give the embedded database's superuser a new password, while the service runs")
    .action(() => asOperator(rotatePassword));
  database
    .command('url')
    .description("print the connection string of the tables' owner, which these commands use")
    .action(() => asOperator(async ({ url }) => print(url)));
}

async function rotatePassword({ db, config }: Operator): Promise<void> {
  if (config.DATABASE_URL || config.DATABASE_OWNER_URL)
    throw new StartupError('this command is for the embedded database. See docs/rotation.md for an external one');
  await changeDatabasePassword(db, config.DATA_DIR);
  await transaction(db, (tx) =>
    recordActs(tx, [{ ...whoActs(), action: 'database.password_changed', target: 'rialto' }]),
  );
  print('The new password is in DATA_DIR/postgres.password. Nodes need no restart.');
}

type CheckOptions = { readonly from?: bigint; readonly head?: SealHead };

async function check(db: Database, { from, head: known }: CheckOptions): Promise<void> {
  const findings = await checkLedger(db);
  for (const { invariant, rows } of findings) {
    print(`BROKEN: ${invariant}`);
    printTable(rows);
  }
  const seal = await verifySeals(db, { ...(from ? { from } : {}), ...(known ? { known } : {}) });
  for (const { seal: number, fault } of seal.findings) print(`BROKEN: batch ${number} of the seal: ${fault}`);
  await recordCheck(db, findings.length + seal.findings.length);
  if (findings.length > 0 || seal.findings.length > 0) {
    process.exitCode = 1;
    return;
  }
  print('The ledger is clean.');
  print(`Sealed postings verified: ${seal.count}. Head: ${printSealHead(seal.head)}`);
}

function readNumber(text: string): bigint {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new InvalidArgumentError('must be the number of a batch, from 1');
  return BigInt(text);
}

function head(text: string): SealHead {
  const known = readSealHead(text);
  if (!known) throw new InvalidArgumentError('must be a head that `ledger check` printed, such as 42:9f86d0…');
  return known;
}
