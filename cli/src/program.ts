import { Command } from 'commander';
import { checkout } from './commands/checkout.ts';
import { completion } from './commands/completion.ts';
import { events } from './commands/events.ts';
import { exports } from './commands/exports.ts';
import { fees } from './commands/fees.ts';
import { fixtures } from './commands/fixtures.ts';
import { holds } from './commands/holds.ts';
import { keys } from './commands/keys.ts';
import { links } from './commands/links.ts';
import { listen } from './commands/listen.ts';
import { login } from './commands/login.ts';
import { logs } from './commands/logs.ts';
import { movements } from './commands/movements.ts';
import { openingBalances } from './commands/opening-balances.ts';
import { payments } from './commands/payments.ts';
import { payouts } from './commands/payouts.ts';
import { rails } from './commands/rails.ts';
import { refunds } from './commands/refunds.ts';
import { reports } from './commands/reports.ts';
import { schedules } from './commands/schedules.ts';
import { splitPartners } from './commands/split-partners.ts';
import { transfers } from './commands/transfers.ts';
import { wallets } from './commands/wallets.ts';
import { webhooks } from './commands/webhooks.ts';
import { commandName } from './invocation.ts';

export function createProgram(version: string): Command {
  const program = new Command(commandName())
    .description('Payments, wallets, payouts and webhooks from the command line.')
    .version(version)
    .option('--api-key <key>', 'use this key instead of the stored one (RIALTO_API_KEY)')
    .option('--base-url <url>', 'URL of the service (RIALTO_BASE_URL)')
    .option('--header-prefix <word>', "the service's HEADER_PREFIX, if it is not Service")
    .option('--json', 'print JSON, for programs')
    .option('--no-color', 'print no colors; NO_COLOR does the same')
    .showSuggestionAfterError()
    .showHelpAfterError('(add --help for the usage)')
    .addHelpText(
      'after',
      '\nExit codes: 0 success, 1 refused, 2 invalid usage, 3 not logged in or not allowed, 4 no connection.',
    );
  for (const add of [
    login,
    listen,
    events,
    payments,
    links,
    checkout,
    refunds,
    wallets,
    transfers,
    holds,
    movements,
    splitPartners,
    payouts,
    schedules,
    exports,
    reports,
    rails,
    fees,
    webhooks,
    keys,
    openingBalances,
    logs,
    fixtures,
    completion,
  ])
    add(program);
  return program;
}
