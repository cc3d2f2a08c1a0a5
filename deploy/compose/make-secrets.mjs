// Draws the secrets of deploy/compose.yaml once and keeps them as files in two volumes: nodes read only the service's.
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '/secrets'] = process.argv.slice(2);
const draw = () => randomBytes(24).toString('hex');

const owner = draw();
const service = draw();
const urlOf = (role, password) => `postgres://${role}:${password}@database:5432/rialto`;

// The last one is written last, so that an interrupted run draws all again: no container has read them yet.
const files = {
  'owner/owner-password': owner,
  'owner/service-password': service,
  'owner/admin-password': draw(),
  'owner/database-owner-url': urlOf('rialto_owner', owner),
  'service/database-url': urlOf('rialto_service', service),
  'service/secret-key': randomBytes(32).toString('base64url'),
};
const last = join(folder, Object.keys(files).at(-1));
if (!existsSync(last)) {
  // Two containers with users of their own read them; no other container has the volumes.
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), text, { mode: 0o444, flush: true });
}
