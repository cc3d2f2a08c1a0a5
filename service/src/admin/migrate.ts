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
      await migrateOnly(readConfig(process.env));
      print('The database is up to date.');
    });
}
