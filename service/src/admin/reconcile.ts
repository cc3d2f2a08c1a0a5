import { type Command, Option } from 'commander';
import type { ReconciledRail } from '../../../contract/src/reconciliation.ts';
import { transaction } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { findRail } from '../rail-settings/find.ts';
import { readReconciledRails } from '../reconciliation/read-rails.ts';
import { setRail } from '../reconciliation/set-rail.ts';
import { findReconciledRail } from '../reconciliation/store.ts';
import { setPickup } from '../statements/set-pickup.ts';
import { asOperator, print, printTable, whoActs } from './operator.ts';
import { readWhole } from './options.ts';
import { readJsonFile } from './read-json-file.ts';

type SetOptions = {
  readonly layout?: string;
  readonly account?: string;
  readonly timeZone?: string;
  readonly delayDays?: number;
  readonly postsFees?: 'yes' | 'no';
  readonly directory?: string;
  readonly sftp?: string;
  readonly hostKey?: string;
  readonly credentialsFile?: string;
  readonly pickup: boolean;
};

export function addReconcileCommands(program: Command): void {
  const reconcile = program
    .command('reconcile')
    .description('print what ties and what does not; exits with 1 if a rail has an exception')
    .option('--rail <slug>')
    .option('--json')
    .action((options: { rail?: string; json?: boolean }) =>
      asOperator(async ({ db }) => {
        const { data } = JSON.parse(await readReconciledRails(db, '')) as { data: ReconciledRail[] };
        const rails = data.filter(({ rail }) => options.rail === undefined || rail === options.rail);
        if (options.rail !== undefined && rails.length === 0)
          throw new Refusal('not_found', `The rail ${options.rail} is not reconciled.`);
        if (options.json) print(JSON.stringify(rails, null, 2));
        else printTable(rails.flatMap(asRows));
        if (rails.some(({ open }) => open.some(({ result }) => result !== 'waiting'))) process.exitCode = 1;
      }),
    );
  addSetCommand(reconcile);
}

/** One row for each kind of open item, or one that says that all ties. Amounts are in minor units. */
function asRows({ rail, currency, covered_to, closed_to, open }: ReconciledRail): Record<string, unknown>[] {
  const common = { rail, currency, covered: covered_to, closed: closed_to };
  if (open.length === 0) return [{ ...common, open: 'ties', count: 0, there: 0, here: 0 }];
  return open.map(({ result, count, there, here }) => ({ ...common, open: result, count, there, here }));
}

function addSetCommand(reconcile: Command): void {
  reconcile
    .command('set')
    .argument('<slug>')
    .description('set how the statements of a rail are imported; settings that are not given stay')
    .option('--layout <name>', 'the layout of its files')
    .option('--account <number>', 'the account that its statements name; none: any')
    .option('--time-zone <name>', "IANA name; default: the first of the rail's country")
    .option('--delay-days <days>', 'days until a missing movement is an exception', readWhole(0, 30))
    .addOption(new Option('--posts-fees <choice>', 'post charges that only statements tell').choices(['yes', 'no']))
    .option('--directory <path>', 'collect files from this directory inside STATEMENTS_DIR')
    .option('--sftp <url>', 'collect files from sftp://user@host:port/path')
    .option('--host-key <fingerprint>', "SHA256:…, the fingerprint of the SFTP server's key")
    .option('--credentials-file <file>', 'JSON with password, or private_key and passphrase; - for standard input')
    .option('--no-pickup', 'collect no files')
    .action((slug: string, options: SetOptions) =>
      asOperator(async ({ db, secrets }) => {
        const rail = await findRail(db, slug);
        if (rail instanceof Refusal) throw rail;
        const given =
          options.credentialsFile === undefined ? undefined : readJsonFile(options.credentialsFile, 'credentials');
        const { railKey } = await secrets();
        await transaction(db, async (tx) => {
          const before = await findReconciledRail(tx, slug);
          const layout = options.layout ?? before?.layout;
          if (!layout) throw new Refusal('validation_failed', 'Give --layout.');
          const { account, timeZone, delayDays, postsFees } = options;
          const settings = {
            layout,
            ...(account === undefined ? {} : { account: account === 'none' ? null : account }),
            ...(timeZone === undefined ? {} : { time_zone: timeZone }),
            ...(delayDays === undefined ? {} : { delay_days: delayDays }),
            ...(postsFees === undefined ? {} : { posts_fees: postsFees === 'yes' }),
          };
          await setRail(tx, rail, settings, whoActs());
          await setPickup(tx, slug, { ...options, credentials: given }, railKey, whoActs());
        });
        const { data } = JSON.parse(await readReconciledRails(db, '')) as { data: ReconciledRail[] };
        print(
          JSON.stringify(
            data.find((one) => one.rail === slug),
            null,
            2,
          ),
        );
      }),
    );
}
