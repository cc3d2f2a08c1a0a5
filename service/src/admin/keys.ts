import type { Command } from 'commander';
import { scopes as allScopes, type Scope } from '../../../contract/src/route.ts';
import { carryWebhooks } from '../access/carry-webhooks.ts';
import { createKey } from '../access/create-key.ts';
import { revokeKey } from '../access/revoke-key.ts';
import { keyStatusOf, rollKey } from '../access/roll-key.ts';
import { type KeyRow, selectKeys } from '../access/store.ts';
import { recordActs } from '../audit/record.ts';
import { StartupError } from '../config/startup-error.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { selectWorld, type WorldRow } from '../integrations/store.ts';
import { asOperator, print, printTable, whoActs } from './operator.ts';
import { type Mode, modeOption, readWhole } from './options.ts';

const MOST_OVERLAP_S = 7 * 24 * 3600;

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('the API keys of an integration');
  addCreate(keys);
  addList(keys);
  addRevoke(keys);
  addRoll(keys);
}

function addCreate(keys: Command): void {
  keys
    .command('create')
    .description('create a key and print only the key; it is shown once')
    .requiredOption('--integration <slug>')
    .addOption(modeOption())
    .option('--scopes <list>', `"all", or a list of: ${allScopes.join(', ')}`, 'all')
    .option(
      '--no-webhooks',
      'grant exactly these scopes; without this option webhooks:read and webhooks:write are added',
    )
    .action((options: { integration: string; mode: Mode; scopes: string; webhooks: boolean }) =>
      asOperator(async ({ db, config, secrets }) => {
        const livemode = options.mode === 'live';
        if (livemode && !config.LIVE) throw new StartupError('live keys need LIVE=on');
        const [world] = await db.query<WorldRow>(selectWorld, [options.integration, livemode]);
        if (!world) throw new StartupError(`integration "${options.integration}" does not exist`);
        const { pepper } = await secrets();
        const key = {
          world: world.world,
          livemode,
          scopes: carryWebhooks(readScopes(options.scopes), options.webhooks),
        };
        const made = await transaction(db, async (tx) => {
          const made = await createKey(tx, key, pepper);
          await record(tx, 'key.created', made.id, { integration: options.integration, livemode, scopes: key.scopes });
          return made;
        });
        print(made.key);
      }),
    );
}

function addList(keys: Command): void {
  keys
    .command('list')
    .option('--integration <slug>')
    .action(({ integration }) =>
      asOperator(async ({ db }) => {
        const rows = await db.query<KeyRow>(selectKeys, [integration ?? null]);
        printTable(
          rows.map((row) => ({
            id: row.id,
            key: `rs_${row.livemode ? 'live' : 'test'}_…${row.last4}`,
            status: describe(row),
            label: row.label,
            created: row.created_at,
            used: row.last_used_at,
            scopes: row.scopes.length === allScopes.length ? 'all' : row.scopes.join(','),
          })),
        );
      }),
    );
}

function addRevoke(keys: Command): void {
  keys
    .command('revoke')
    .argument('<id>', 'key_…')
    .description('revoke a key; every node refuses it within a second')
    .action((id: string) =>
      asOperator(async ({ db }) => {
        await transaction(db, async (tx) => {
          if (!(await revokeKey(tx, id))) throw new StartupError(`key ${id} does not exist`);
          await record(tx, 'key.revoked', id);
        });
      }),
    );
}

function addRoll(keys: Command): void {
  keys
    .command('roll')
    .argument('<id>', 'key_…')
    .description('replace a key: print a new one with the same scopes; the old one works until the overlap ends')
    .option('--overlap <seconds>', 'up to 7 days', readWhole(0, MOST_OVERLAP_S), 24 * 3600)
    .action((id: string, { overlap }: { overlap: number }) =>
      asOperator(async ({ db, secrets }) => {
        const { pepper } = await secrets();
        const fresh = await transaction(db, async (tx) => {
          const fresh = await rollKey(tx, { id, overlapSeconds: overlap }, pepper);
          if (!fresh) throw new StartupError(`key ${id} does not exist or can no longer be rolled`);
          await record(tx, 'key.rolled', id, { new_key: fresh.id, overlap_seconds: overlap });
          return fresh;
        });
        print(fresh.key);
      }),
    );
}

function record(tx: Tx, action: string, target: string, after?: object): Promise<void> {
  return recordActs(tx, [{ ...whoActs(), action, target, ...(after ? { after } : {}) }]);
}

function readScopes(text: string): Scope[] {
  if (text === 'all') return [...allScopes];
  const named = text.split(',').map((scope) => scope.trim());
  const unknown = named.find((scope) => !allScopes.includes(scope as Scope));
  if (unknown !== undefined)
    throw new StartupError(`scope "${unknown}" does not exist. Scopes: ${allScopes.join(', ')}`);
  return named as Scope[];
}

function describe(row: KeyRow): string {
  const status = keyStatusOf(row);
  if (status === 'revoked') return `revoked ${row.revoked_at!.toISOString()}`;
  return status === 'expiring' ? `until ${row.expires_at!.toISOString()}` : status;
}
