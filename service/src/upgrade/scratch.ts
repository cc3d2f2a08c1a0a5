import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { StartupError } from '../config/startup-error.ts';
import { connectClient, createHosts } from '../db/hosts.ts';
import { openingOf } from '../db/session.ts';
import { startEmbedded } from '../postgres/start.ts';

/** It holds no data, and is deleted. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '32MB',
  max_connections: '10',
};

/**
 * Lends an empty database: a server of this machine that is deleted afterwards, or the database of this URL.
 * @throws StartupError if that database has tables
 */
export async function withScratch<T>(url: string | undefined, use: (client: pg.Client) => Promise<T>): Promise<T> {
  if (url) return withConnection(url, use);
  const directory = mkdtempSync(join(tmpdir(), 'rialto-upgrade-'));
  // When root runs the check, PostgreSQL runs as another user, who must be able to reach its directory.
  chmodSync(directory, 0o755);
  try {
    const { url: own, stop } = await startEmbedded({ dataDir: join(directory, 'data'), settings });
    return await withConnection(own, use).finally(stop);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function withConnection<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const { connectionString, ...opening } = openingOf(url);
  const client = await connectClient(createHosts(connectionString, 'any'), opening);
  try {
    const { rows } = await client.query(`SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = 'public') AS used`);
    if (rows[0].used)
      throw new StartupError('the database of --scratch has tables. Create an empty one with CREATE DATABASE');
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}
