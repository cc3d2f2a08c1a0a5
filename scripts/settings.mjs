// Writes the tables of docs/settings.md from the settings in the code. With --check only tells whether they are up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { settings } from '../service/src/config/config.ts';

const file = new URL('../docs/settings.md', import.meta.url);
const BEGIN = '<!-- Rendered from the code by `npm run settings`. -->';
const END = '<!-- End of the rendered part. -->';

/** The title of each section, by its first setting. */
const sections = {
  PORT: 'Network',
  DATABASE_URL: 'Database and files',
  BACKUP_DIR: 'Backups',
  ROLE: 'Processes',
  LIVE: 'Live mode and secrets',
  CURRENCIES: 'Currencies and approvals',
  PASSWORD_MEMORY: 'Passwords',
  RATE_LIMIT: 'Rate limits',
  TEST_ROWS_PER_DAY: 'Quotas and registration',
  REQUEST_LOG: 'Request log and headers',
  PAYOUT_PENDING_SECONDS: 'Payouts',
  WEBHOOK_ALLOW_CIDRS: 'Webhooks',
  BRAND: 'Messages',
  DOCUMENTS: 'Documents',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'Traces',
  DEMO: 'Start and log',
};

/** Texts link from the root of the repository, this page from docs/. */
const inDocs = (text) => text.replaceAll('](docs/', '](');

function renderTables() {
  const missing = Object.keys(sections).filter((name) => !(name in settings));
  if (missing.length > 0) throw new Error(`scripts/settings.mjs names no setting: ${missing.join(', ')}`);
  const secret = Object.keys(settings).filter((name) => settings[name].secret);
  const lines = [
    '',
    [
      'A secret may be in a file, as secrets of Docker, Kubernetes and systemd are:',
      '`SECRET_KEY_FILE=/run/secrets/secret-key` instead of `SECRET_KEY`. The service reads the file once, at start,',
      'and removes white space at both ends. These settings take `_FILE`:',
      `${secret.map((name) => `\`${name}\``).join(', ')}.`,
    ].join(' '),
  ];
  for (const [name, { standard, about }] of Object.entries(settings)) {
    const title = sections[name];
    if (title) lines.push('', `## ${title}`, '', '| Setting | Default | Description |', '|---|---|---|');
    lines.push(`| \`${name}\` | ${standard && `\`${standard}\``} | ${inDocs(about)} |`);
  }
  return `${BEGIN}\n${lines.join('\n')}\n\n${END}`;
}

const page = readFileSync(file, 'utf8');
const [head, rest] = page.split(BEGIN);
const [, tail] = (rest ?? '').split(END);
if (tail === undefined) throw new Error('docs/settings.md has lost the lines between which it is rendered');
const rendered = `${head}${renderTables()}${tail}`;
if (!process.argv.includes('--check')) writeFileSync(file, rendered);
else if (page !== rendered) {
  console.error('docs/settings.md is out of date. Run: npm run settings');
  process.exit(1);
}
