// `npm run schema` writes service/schema.sql, the schema that the migrations create. It is read from the catalogs of a
// temporary database.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../service/src/db/migrate.ts';
import { startEmbedded } from '../service/src/postgres/start.ts';
import { dumpSchema } from '../service/test/support/schema.ts';

const directory = mkdtempSync(join(tmpdir(), 'rialto-schema-'));
// When root runs this, PostgreSQL runs as another user.
chmodSync(directory, 0o755);
const embedded = await startEmbedded({ dataDir: join(directory, 'data'), settings: { fsync: 'off' } });
const client = new pg.Client({ connectionString: embedded.url });
try {
  await migrate(embedded.url);
  await client.connect();
  writeFileSync(new URL('../service/schema.sql', import.meta.url), await dumpSchema(client));
} finally {
  await client.end();
  await embedded.stop();
  rmSync(directory, { recursive: true, force: true });
}
