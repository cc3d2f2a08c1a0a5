import type { Command } from 'commander';

export type CommandGroup = {
  /** The commands that `load` adds. */
  readonly names: readonly string[];
  readonly load: () => Promise<(program: Command) => void>;
};

/** A command loads only its own group: 150 ms of CPU instead of 450. */
export const commandGroups: readonly CommandGroup[] = [
  {
    names: ['merchants', 'integrations', 'customers', 'fees'],
    load: async () => (await import('./accounts.ts')).addAccountCommands,
  },
  { names: ['keys'], load: async () => (await import('./keys.ts')).addKeyCommands },
  { names: ['wallets'], load: async () => (await import('./wallets.ts')).addWalletCommands },
  { names: ['tokens'], load: async () => (await import('./tokens.ts')).addTokenCommands },
  { names: ['secrets'], load: async () => (await import('./secrets.ts')).addSecretCommands },
  { names: ['documents'], load: async () => (await import('./documents.ts')).addDocumentCommands },
  { names: ['limits'], load: async () => (await import('./limits.ts')).addLimitCommands },
  { names: ['operators'], load: async () => (await import('./operators.ts')).addOperatorCommands },
  { names: ['logins'], load: async () => (await import('./logins.ts')).addLoginCommands },
  { names: ['registrations'], load: async () => (await import('./registrations.ts')).addRegistrationCommands },
  { names: ['tenants'], load: async () => (await import('./tenants.ts')).addTenantCommands },
  { names: ['ledger', 'database'], load: async () => (await import('./ledger.ts')).addLedgerCommands },
  { names: ['rails'], load: async () => (await import('./rails.ts')).addRailCommands },
  { names: ['close', 'closes'], load: async () => (await import('./closes.ts')).addCloseCommands },
  { names: ['statements'], load: async () => (await import('./statements.ts')).addStatementCommands },
  { names: ['reconcile'], load: async () => (await import('./reconcile.ts')).addReconcileCommands },
  { names: ['references'], load: async () => (await import('./references.ts')).addReferenceCommands },
  { names: ['migrate'], load: async () => (await import('./migrate.ts')).addMigrateCommand },
  { names: ['people'], load: async () => (await import('./people.ts')).addPeopleCommands },
  { names: ['upgrade'], load: async () => (await import('./upgrade.ts')).addUpgradeCommand },
  { names: ['audit'], load: async () => (await import('./audit.ts')).addAuditCommands },
  { names: ['backup', 'restore', 'backups'], load: async () => (await import('./backups.ts')).addBackupCommands },
];
