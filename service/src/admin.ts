import { Command } from 'commander';
import { addAccountCommands } from './admin/accounts.ts';
import { addAuditCommands } from './admin/audit.ts';
import { addBackupCommands } from './admin/backups.ts';
import { addCloseCommands } from './admin/closes.ts';
import { addKeyCommands } from './admin/keys.ts';
import { addLedgerCommands } from './admin/ledger.ts';
import { addLimitCommands } from './admin/limits.ts';
import { addLoginCommands } from './admin/logins.ts';
import { addMigrateCommand } from './admin/migrate.ts';
import { addOperatorCommands } from './admin/operators.ts';
import { addRailCommands } from './admin/rails.ts';
import { addReconcileCommands } from './admin/reconcile.ts';
import { addReferenceCommands } from './admin/references.ts';
import { addRegistrationCommands } from './admin/registrations.ts';
import { addStatementCommands } from './admin/statements.ts';
import { addTenantCommands } from './admin/tenants.ts';
import { addTokenCommands } from './admin/tokens.ts';
import { addWalletCommands } from './admin/wallets.ts';
import { StartupError } from './config/startup-error.ts';
import { Refusal } from './kernel/refusal.ts';

const program = new Command('npm run admin --')
  .description("Rialto's commands for operators. They use the database from the settings. The service may be running.")
  .showHelpAfterError()
  .configureHelp({ showGlobalOptions: true });

addAccountCommands(program);
addKeyCommands(program);
addWalletCommands(program);
addTokenCommands(program);
addLimitCommands(program);
addOperatorCommands(program);
addLoginCommands(program);
addRegistrationCommands(program);
addTenantCommands(program);
addLedgerCommands(program);
addRailCommands(program);
addCloseCommands(program);
addStatementCommands(program);
addReconcileCommands(program);
addReferenceCommands(program);
addMigrateCommand(program);
addAuditCommands(program);
addBackupCommands(program);

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
