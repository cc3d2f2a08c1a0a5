import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { renderOpenapi } from '../../../contract/src/openapi.ts';
import type { SigningKeys } from '../access/tokens/signing-keys.ts';
import type { DocumentKeys } from '../closes/document-keys.ts';
import { build } from '../config/build.ts';
import { type Config, currencyRule, unusualDecimals } from '../config/config.ts';
import { registerDashboard } from '../dashboard/serve.ts';
import type { Database } from '../db/database.ts';
import { registerDocs } from '../docs/reference.ts';
import { basePathOf } from '../http/base-path.ts';
import { createAddressLimiter } from '../http/connection/address-limit.ts';
import { registerLogos } from '../merchants/serve-logo.ts';
import { inboundReader } from '../messages/open.ts';
import { callbackBaseOf } from '../rails/rail-addresses.ts';
import { createPdfTurns, registerReceipts } from '../receipts/register.ts';
import { registerInbound } from '../receipts/register-inbound.ts';

type PageParts = {
  readonly signingKeys: SigningKeys;
  readonly documentKeys: DocumentKeys;
  readonly db: Database;
  readonly log: Logger;
};

/** Pages beside the API: guides, dashboard, receipts, logos, and the keys that verify tokens and signed documents. */
export function registerPages(
  app: FastifyInstance,
  config: Config,
  { signingKeys, documentKeys, db, log }: PageParts,
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
  if (config.ROLE !== 'worker') {
    registerLogos(app, db);
    const exponentOf = (currency: string) => currencyRule(currency)?.exponent ?? 2;
    const path = basePathOf(config.docBase);
    const pdfTurns = createPdfTurns();
    registerReceipts(app, { db, keys: documentKeys, log, base: config.docBase, path, exponentOf, pdfTurns });
    const addressLimiter = createAddressLimiter(config.RATE_LIMIT);
    const inbound = { secret: config.SMS_INBOUND_SECRET, base: callbackBaseOf(config) ?? config.docBase };
    if (inbound.secret !== '') registerInbound(app, { ...inbound, db, reader: inboundReader(config), addressLimiter });
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
