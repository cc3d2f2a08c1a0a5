import { pino } from 'pino';
import { openDatabase } from '../../src/db/database.ts';
import { listen } from '../../src/db/listen.ts';
import { transaction } from '../../src/db/transaction.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { addRail } from '../../src/rail-settings/add.ts';
import { defaultLimits, type RailDeployment, type RailDraft } from '../../src/rail-settings/check-draft.ts';
import { openRails } from '../../src/rail-settings/open-rails.ts';
import type { RailRecord } from '../../src/rail-settings/store.ts';
import { RAILS_CHANNEL, type Registry } from '../../src/rails/registry.ts';
import { testSecrets } from './harness.ts';
import type { TestProvider } from './test-provider.ts';

export const by = { actor: { type: 'admin', id: 'test' } } as const;
const { railKey } = testSecrets;

export const deploymentOf = ({ provider }: TestProvider): RailDeployment => ({
  providers: { [provider.name]: provider },
  railKey,
  live: false,
  currencies: new Map([
    ['GHS', { exponent: 2 }],
    ['XOF', { exponent: 0 }],
  ]),
});

export const draftOf = (at: TestProvider, fields: Partial<RailDraft> = {}): RailDraft => ({
  ...defaultLimits,
  ...{ provider: 'test-provider', slug: 'test-gh', country: 'GH', currency: 'GHS', livemode: false, merchant: null },
  baseUrl: at.url,
  credentials: { api_user: 'user', api_key: at.apiKey },
  ...fields,
});

type Db = ReturnType<typeof openDatabase>;

export async function addTestRail(db: Db, at: TestProvider, fields: Partial<RailDraft> = {}): Promise<RailRecord> {
  const row = await transaction(db, (tx) => addRail(tx, draftOf(at, fields), by, deploymentOf(at)));
  if (row instanceof Refusal) throw row;
  return row;
}

export type TestNode = {
  readonly registry: Registry;
  readonly db: Db;
  readonly lines: string[];
  stop(): Promise<void>;
};

/** The registry of one node, which hears what others change. */
export function startNode(url: string, at: TestProvider): TestNode {
  const db = openDatabase(url, { max: 4, role: 'rialto_service', service: true });
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const { providers } = deploymentOf(at);
  const build = { db, key: railKey, providers, live: false, exponentOf: () => 2, callbackUrlOf: () => null };
  const registry = openRails({ ...build, builtIn: {}, log });
  const listener = listen(url, { [RAILS_CHANNEL]: registry.refresh }, registry.refresh);
  return {
    registry,
    db,
    lines,
    stop: async () => {
      await registry.stop();
      await listener.close();
      await db.close();
    },
  };
}
