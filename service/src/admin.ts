import { Command } from 'commander';
import { commandGroups } from './admin/groups.ts';
import { StartupError } from './config/startup-error.ts';
import { Refusal } from './kernel/refusal.ts';

const program = new Command('npm run admin --')
  .description("Rialto's commands for operators. They use the database from the settings. The service may be running.")
  .showHelpAfterError()
  .configureHelp({ showGlobalOptions: true });

const [name] = process.argv.slice(2);
const called = commandGroups.filter(({ names }) => names.includes(name ?? ''));
// The help and an unknown command list every command.
const needed = called.length > 0 ? called : commandGroups;
for (const add of await Promise.all(needed.map(({ load }) => load()))) add(program);

program.parseAsync().catch((error) => {
  process.stderr.write(`rialto: ${explain(error)}\n`);
  process.exit(1);
});

function explain(error: Error & { code?: unknown }): string {
  if (error instanceof StartupError || error instanceof Refusal) return error.message;
  // insufficient_privilege: the command runs under the service's role.
  if (error.code === '42501')
    return `${error.message}. This command needs the rights of the tables' owner: set DATABASE_OWNER_URL`;
  return error.stack ?? String(error);
}
