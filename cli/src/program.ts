import { Command } from 'commander';
import { completion } from './commands/completion.ts';
import { events } from './commands/events.ts';
import { fixtures } from './commands/fixtures.ts';
import { keys } from './commands/keys.ts';
import { listen } from './commands/listen.ts';
import { login } from './commands/login.ts';
import { logs } from './commands/logs.ts';
import { payments } from './commands/payments.ts';
import { payouts } from './commands/payouts.ts';
import { refunds } from './commands/refunds.ts';
import { transfers } from './commands/transfers.ts';
import { wallets } from './commands/wallets.ts';
import { webhooks } from './commands/webhooks.ts';

export function createProgram(version: string): Command {
  const program = new Command('rialto')
    .description('Payments, wallets, payouts and webhooks from the command line.')
    .version(version)
    .option('--api-key <key>', 'in the place of the one that was kept (RIALTO_API_KEY)')
    .option('--base-url <url>', 'where the service is (RIALTO_BASE_URL)')
    .option('--header-prefix <word>', "the service's HEADER_PREFIX, where it is not Service")
    .option('--json', 'records as JSON, for programs')
    .option('--no-color', 'no colours; NO_COLOR does the same')
    .showSuggestionAfterError()
    .showHelpAfterError('(--help says more)')
    .addHelpText(
      'after',
      '\nEnds with 0, or 1: refused, 2: used wrongly, 3: not logged in or not allowed, 4: no connection.',
    );
  for (const add of [
    login,
    listen,
    events,
    payments,
    refunds,
    wallets,
    transfers,
    payouts,
    webhooks,
    keys,
    logs,
    fixtures,
    completion,
  ])
    add(program);
  return program;
}
