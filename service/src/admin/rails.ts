import type { Command } from 'commander';
import { currencyRule } from '../config/config.ts';
import type { Tx } from '../db/transaction.ts';
import { transaction } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { AWAITS_APPROVAL, addRail } from '../rail-settings/add.ts';
import { defaultLimits } from '../rail-settings/check-draft.ts';
import { findRail } from '../rail-settings/find.ts';
import { pauseRail, resumeRail } from '../rail-settings/pause.ts';
import { removeRail } from '../rail-settings/remove.ts';
import { type ConnectionChange, setRailConnection } from '../rail-settings/set-connection.ts';
import { setRailLimits } from '../rail-settings/set-limits.ts';
import { type RailRecord, selectRailRecords } from '../rail-settings/store.ts';
import { testConnection } from '../rail-settings/test-connection.ts';
import { renderRail } from '../rail-settings/view.ts';
import { providers } from '../rails/providers.ts';
import { railAddresses } from '../rails/rail-addresses.ts';
import { asOperator, type Operator, print, printTable, whoActs } from './operator.ts';
import { currencyOption, type Mode, modeOption, readText } from './options.ts';
import { addLimitOptions, type LimitOptions, limitsFrom } from './rail-limits.ts';
import { readJsonFile } from './read-json-file.ts';

type AddOptions = LimitOptions & {
  readonly slug: string;
  readonly country: string;
  readonly currency: string;
  readonly mode: Mode;
  readonly merchant?: string;
  readonly baseUrl?: string;
  readonly credentialsFile?: string;
};

const CREDENTIALS = 'a JSON file with the fields of the provider, or - for standard input; never an argument';

export function addRailCommands(program: Command): void {
  const rails = program.command('rails').description('the connections to providers that move money');
  addAddCommand(rails);
  addReadCommands(rails);
  addChangeCommands(rails);
  addTestCommand(rails);
  addEndCommands(rails);
}

function addAddCommand(rails: Command): void {
  const add = rails
    .command('add')
    .argument('<provider>', `one of: ${Object.keys(providers).join(', ') || 'none'}`)
    .description('add a rail; in live mode it is paused until two operators approve it')
    .requiredOption('--slug <slug>', 'its name in payments and in the books; never used again')
    .requiredOption('--country <code>', 'ISO 3166-1, such as UG')
    .addOption(currencyOption())
    .addOption(modeOption())
    .option('--merchant <id>', "mer_…: the rail moves this merchant's money only; default: the platform's own")
    .option(
      '--base-url <url>',
      "the base address of the provider's API; default: the provider's own host, if it has one",
    )
    .option('--credentials-file <file>', `${CREDENTIALS}; a bank account has none`);
  addLimitOptions(add).action((provider: string, options: AddOptions) =>
    asOperator(async (operator) => {
      const { slug, country, currency, mode, merchant = null, baseUrl = null } = options;
      const { credentialsFile: file } = options;
      const credentials = file === undefined ? {} : readJsonFile(file, 'credentials');
      const connection = {
        provider,
        slug,
        country,
        currency,
        livemode: mode === 'live',
        merchant,
        baseUrl,
        credentials,
      };
      const draft = { ...defaultLimits, ...limitsFrom(options), ...connection };
      const deployment = await deploymentOf(operator);
      report(await change(operator, (tx) => addRail(tx, draft, whoActs(), deployment)));
    }),
  );
}

function addReadCommands(rails: Command): void {
  rails.command('list').action(() =>
    asOperator(async ({ db }) => {
      const rows = await db.query<RailRecord>(selectRailRecords);
      if (rows.length === 0) print('no rails are configured');
      printTable(
        rows.map((row) => ({
          ...{ slug: row.slug, provider: row.provider, mode: row.livemode ? 'live' : 'test', country: row.country },
          ...{ currency: row.currency, status: row.status, until: row.status_until, priority: row.priority },
          reason: row.status_reason,
        })),
      );
    }),
  );
  rails
    .command('show')
    .argument('<slug>')
    .description('print the settings of a rail as JSON, without its credentials')
    .action((slug: string) => asOperator(async ({ db }) => print(pretty(found(await findRail(db, slug))))));
  rails
    .command('callback-url')
    .argument('<slug>')
    .description("print the rail's own callback address, which holds a secret, for the provider's portal")
    .action((slug: string) =>
      asOperator(async (operator) => {
        const { id } = found(await findRail(operator.db, slug));
        const { callbackUrlOf } = await deploymentOf(operator);
        print(callbackUrlOf(id) ?? 'Set CALLBACK_URL or PUBLIC_URL: this deployment has no public address.');
      }),
    );
}

function addChangeCommands(rails: Command): void {
  const set = rails.command('set').argument('<slug>').description('change the limits that are given');
  addLimitOptions(set).action((slug: string, options: LimitOptions) =>
    asOperator(async (operator) =>
      report(await change(operator, (tx) => setRailLimits(tx, slug, limitsFrom(options), whoActs()))),
    ),
  );
  rails
    .command('rotate')
    .argument('<slug>')
    .description(
      'change the credentials, the base URL or the scheme account; of a live rail, once two operators approve',
    )
    .option('--credentials-file <file>', CREDENTIALS)
    .option('--base-url <url>')
    .option('--scheme-file <file>', 'a JSON file with the account at a scheme of EMVCo QR codes (docs/links.md)')
    .option('--no-scheme', 'remove the scheme account')
    .action((slug: string, given: RotateOptions) =>
      asOperator(async (operator) => {
        const connection = connectionFrom(given);
        const deployment = await deploymentOf(operator);
        report(await change(operator, (tx) => setRailConnection(tx, slug, connection, whoActs(), deployment)));
      }),
    );
}

type RotateOptions = {
  readonly credentialsFile?: string;
  readonly baseUrl?: string;
  readonly schemeFile?: string;
  /** Commander sets false for `--no-scheme`. */
  readonly scheme: boolean;
};

function connectionFrom({ credentialsFile, baseUrl, schemeFile, scheme }: RotateOptions): ConnectionChange {
  const change = {
    ...(credentialsFile !== undefined && { credentials: readJsonFile(credentialsFile, 'credentials') }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(schemeFile !== undefined && { scheme: readJsonFile(schemeFile, 'scheme') }),
    ...(!scheme && { scheme: null }),
  };
  if (Object.keys(change).length === 0)
    throw new Refusal('validation_failed', 'Give --credentials-file, --base-url, --scheme-file or --no-scheme.');
  return change;
}

function addTestCommand(rails: Command): void {
  rails
    .command('test')
    .argument('<slug>')
    .description('fetch a token, a balance and a lookup; exits with 1 if a step fails')
    .option('--phone <e164>', "the phone to look up; default: an example number of the rail's country")
    .action((slug: string, { phone }: { phone?: string }) =>
      asOperator(async (operator) => {
        const row = found(await findRail(operator.db, slug));
        const { railKey: key, ...deployment } = await deploymentOf(operator);
        // The rail's currency may be enabled for the service alone, so CURRENCIES of this command does not decide.
        const exponentOf = (currency: string) => currencyRule(currency)?.exponent ?? 2;
        const build = { ...deployment, key, exponentOf };
        const { steps, succeeded } = await testConnection(row, build, phone);
        for (const { name, result, message } of steps)
          print(`${name.padEnd(11)}${result.replace('_', ' ').padEnd(15)}${message}`);
        if (!succeeded) process.exitCode = 1;
      }),
    );
}

function addEndCommands(rails: Command): void {
  const reason = ['--reason <text>', 'for the audit log', readText(300)] as const;
  rails
    .command('pause')
    .argument('<slug>')
    .description('send nothing new; questions about what was sent, and callbacks, continue')
    .requiredOption(...reason)
    .action((slug: string, options: { reason: string }) =>
      asOperator(async (operator) =>
        report(await change(operator, (tx) => pauseRail(tx, slug, options.reason, whoActs()))),
      ),
    );
  rails
    .command('resume')
    .argument('<slug>')
    .description('send again, and at once what waits')
    .option(...reason)
    .action((slug: string, options: { reason?: string }) =>
      asOperator(async (operator) =>
        report(await change(operator, (tx) => resumeRail(tx, slug, whoActs(), options.reason))),
      ),
    );
  rails
    .command('remove')
    .argument('<slug>')
    .description('remove a paused rail without open records, and erase its credentials')
    .requiredOption(...reason)
    .action((slug: string, options: { reason: string }) =>
      asOperator(async (operator) => {
        const row = await change(operator, (tx) => removeRail(tx, slug, whoActs(), options.reason));
        print(`${row.slug} is removed. Its slug is never used again.`);
      }),
    );
}

async function deploymentOf({ config, secrets }: Operator) {
  const { railKey, callbackKey } = await secrets();
  const callbackUrlOf = railAddresses(config, callbackKey);
  return { providers, railKey, live: config.LIVE, currencies: config.CURRENCIES, callbackUrlOf };
}

const change = async ({ db }: Operator, act: (tx: Tx) => Promise<RailRecord | Refusal>): Promise<RailRecord> =>
  found(await transaction(db, act));

function found(row: RailRecord | Refusal): RailRecord {
  if (row instanceof Refusal) throw row;
  return row;
}

const pretty = (row: RailRecord): string => JSON.stringify(JSON.parse(renderRail(row, null)), null, 2);

function report(row: RailRecord): void {
  print(pretty(row));
  if (row.proposed_fingerprint || (row.livemode && row.approved_by === null))
    print(`${AWAITS_APPROVAL} One requests it in the dashboard (Rails) or with the API, another approves it.`);
}
