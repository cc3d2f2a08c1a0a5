import { userInfo } from 'node:os';
import type { Doer } from '../audit/record.ts';
import { type Connection, connectOperator } from '../boot/connect.ts';
import { type Config, readConfig } from '../config/config.ts';
import { findSecretKeys } from '../config/secret-key.ts';
import { StartupError } from '../config/startup-error.ts';
import { openSecrets } from '../secrets/open.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { secretKeysOf } from '../secrets/secret-keys.ts';
import type { Secrets } from '../secrets/secrets.ts';

export type Operator = Connection & {
  readonly config: Config;
  /** Loaded only when needed, so that other commands run without a SECRET_KEY. */
  secrets(): Promise<Secrets>;
  /** SECRET_KEY, and SECRET_KEY_OLD if it is set. */
  secretKeys(): SecretKeys;
};

/** Runs one operator command with a connection, and closes it. */
export async function asOperator(act: (operator: Operator) => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  const connection = await connectOperator(config);
  try {
    const secretKeys = () => secretKeysOf(findSecretKeys(config));
    await act({ ...connection, config, secretKeys, secrets: () => openSecrets(connection.db, secretKeys()) });
  } finally {
    await connection.close();
  }
}

/** The user who runs the command, for the audit log: their name on this machine. */
export function whoActs(): Doer {
  return { actor: { type: 'admin', id: nameOfUser() } };
}

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the user may have no name.
    return `uid ${process.getuid?.()}`;
  }
}

/** A fee or limit in a currency that is not enabled would silently never apply. */
export function refuseIfOff({ CURRENCIES }: Config, currency: string): void {
  if (CURRENCIES.has(currency)) return;
  throw new StartupError(
    `the currency "${currency}" is not enabled. Enabled currencies (CURRENCIES): ${[...CURRENCIES.keys()].join(', ')}`,
  );
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints rows as aligned columns under their names. */
export function printTable(rows: readonly Record<string, unknown>[]): void {
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first);
  const cells = rows.map((row) => names.map((name) => textOf(row[name])));
  const widths = names.map((name, i) => Math.max(name.length, ...cells.map((row) => row[i]!.length)));
  for (const row of [names, ...cells])
    print(
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return value instanceof Date ? value.toISOString() : String(value);
}
