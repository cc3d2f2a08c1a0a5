import type { Command } from 'commander';
import { migrateOnly } from '../boot/connect.ts';
import { readConfig } from '../config/config.ts';
import { print } from './operator.ts';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description(
      "migrate the database as DATABASE_OWNER_URL and grant the service's role its rights; an external database may be empty",
    )
    .action(async () => {
      let applied = 0;
      await migrateOnly(readConfig(process.env), ({ number, name, ms }) => {
        applied++;
        print(`${String(number).padStart(4, '0')} ${name} (${ms} ms)`);
      });
      const done = applied === 0 ? 'No migration was pending.' : `Migrations applied: ${applied}.`;
      print(`${done} The database is up to date.`);
    });
}
