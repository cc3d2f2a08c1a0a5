import type { FastifyInstance } from 'fastify';
import { renderOpenapi } from '../../../contract/src/openapi.ts';
import type { SigningKeys } from '../access/tokens/signing-keys.ts';
import type { DocumentKeys } from '../closes/document-keys.ts';
import { build } from '../config/build.ts';
import { type Config, unusualDecimals } from '../config/config.ts';
import { registerDashboard } from '../dashboard/serve.ts';
import { registerDocs } from '../docs/reference.ts';
import { basePathOf } from '../http/base-path.ts';

/** Pages beside the API: the guides, the dashboard, and the keys that verify tokens and signed documents. */
export function registerPages(
  app: FastifyInstance,
  config: Config,
  { signingKeys, documentKeys }: { readonly signingKeys: SigningKeys; readonly documentKeys: DocumentKeys },
): void {
  const base = basePathOf(config.PUBLIC_URL);
  const openapi = () => renderOpenapi({ version: build.version, headerPrefix: config.HEADER_PREFIX, base });
  registerDocs(app, { openapi, base: config.docBase, path: base });
  if (config.ROLE !== 'worker') {
    const currencies = Object.fromEntries([...config.CURRENCIES].map(([code, { exponent }]) => [code, exponent]));
    const { HEADER_PREFIX: prefix, BRAND: brand, LIVE: live } = config;
    const mail = config.SMTP_URL !== '';
    const people = { registrations: config.TEST_REGISTRATIONS, testCodes: config.SMS_SENDER !== 'log' };
    registerDashboard(app, { base, prefix, brand, live, mail, ...people, currencies, decimals: unusualDecimals() });
  }
  const served = { 'jwks.json': signingKeys, 'document-keys.json': documentKeys };
  for (const [name, keys] of Object.entries(served)) {
    app.get(`/.well-known/${name}`, async (_request, reply) =>
      reply
        .header('Cache-Control', 'public, max-age=60')
        .type('application/json')
        .send(JSON.stringify(await keys.jwks())),
    );
  }
}
