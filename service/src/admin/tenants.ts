import { type Command, Option } from 'commander';
import { StartupError } from '../config/startup-error.ts';
import type { Database } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { selectWorld, type WorldRow } from '../integrations/store.ts';
import { selectAllLoad } from '../tenancy/read-load.ts';
import { setThrottleByHand } from '../tenancy/throttle.ts';
import { asOperator, print, printTable, whoActs } from './operator.ts';
import { type Mode, modeOption, readText, readWhole } from './options.ts';

type Named = { readonly integration: string; readonly mode: Mode; readonly reason: string };

async function setByHand(db: Database, { integration, mode, reason }: Named, perSecond: number | null): Promise<void> {
  const [found] = await db.query<WorldRow>(selectWorld, [integration, mode === 'live']);
  if (!found) throw new StartupError(`integration "${integration}" does not exist`);
  const setting = { integration: found.integration_id, livemode: found.livemode, perSecond, reason };
  await transaction(db, (tx) => setThrottleByHand(tx, setting, whoActs()));
}

export function addTenantCommands(program: Command): void {
  const tenants = program.command('tenants').description('the load of integrations, and throttles');
  tenants
    .command('load')
    .description('list the load of each integration, highest first')
    .addOption(new Option('--window <window>').choices(['minute', 'hour']).default('minute'))
    .option('--limit <n>', 'how many integrations to show', readWhole(1, 1_000), 20)
    .action(({ window, limit }: { window: 'minute' | 'hour'; limit: number }) =>
      asOperator(async ({ db }) => printTable(await selectAllLoad(db, window, limit))),
    );
  tenants
    .command('throttle')
    .description('limit the request rate of an integration; every node enforces it at once')
    .requiredOption('--integration <slug>')
    .addOption(modeOption())
    .requiredOption('--requests-per-second <n>', 'limit on each node; 0 refuses every request', readWhole(0, 10_000))
    .requiredOption('--reason <text>', 'for the audit log', readText(300))
    .action((options: Named & { requestsPerSecond: number }) =>
      asOperator(async ({ db }) => {
        await setByHand(db, options, options.requestsPerSecond);
        print(`${options.integration} ${options.mode}: ${options.requestsPerSecond} requests per second`);
      }),
    );
  tenants
    .command('unthrottle')
    .requiredOption('--integration <slug>')
    .addOption(modeOption())
    .requiredOption('--reason <text>', 'for the audit log', readText(300))
    .action((options: Named) =>
      asOperator(async ({ db }) => {
        await setByHand(db, options, null);
        print(`${options.integration} ${options.mode}: no throttle`);
      }),
    );
}
