// Imports go one way. A part may import what its line names, and nothing else; no file imports itself in a circle.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { sourceFiles } from './source-files.mjs';

/** What any part of the service may use: ids, refusals and the shape of a request. */
const basics = 'contract core db command refusal new-id startup-error';
/** What any feature of the dashboard may use; features do not use one another. */
const page = 'contract dashboard/api dashboard/page dashboard/texts dashboard/ui dashboard/world';
const allowed = {
  'dashboard/page': '',
  'dashboard/theme': '',
  'dashboard/texts': '',
  'dashboard/api': 'contract dashboard/page',
  'dashboard/world': 'contract dashboard/api',
  'dashboard/ui': 'contract dashboard/api dashboard/page dashboard/texts dashboard/world',
  // An operator sees a payment's steps and a payout's items as the merchant does.
  'dashboard/operator': `${page} dashboard/session dashboard/payments dashboard/payouts`,
  'dashboard/shell': `${page} dashboard/session dashboard/operator`,
  'dashboard/account': `${page} dashboard/session`,
  'dashboard/session': page,
  'dashboard/home': page,
  'dashboard/payments': page,
  'dashboard/transfers': page,
  'dashboard/wallets': page,
  'dashboard/refunds': page,
  'dashboard/keys': page,
  'dashboard/webhooks': page,
  'dashboard/events': page,
  'dashboard/requests': page,
  'dashboard/settings': page,
  // What a payout will cost is counted by the rule that it is charged by.
  'dashboard/payouts': `${page} dashboard/session core`,
  'dashboard/developers': `${page} dashboard/session`,
  'dashboard/router': `${page} dashboard/shell dashboard/session dashboard/account dashboard/payments dashboard/refunds dashboard/keys dashboard/webhooks dashboard/events dashboard/requests dashboard/developers dashboard/settings dashboard/operator dashboard/home dashboard/payouts dashboard/transfers dashboard/wallets`,
  'dashboard/mantine-styles': '',
  'dashboard/app':
    'dashboard/mantine-styles dashboard/api dashboard/page dashboard/router dashboard/session dashboard/theme',
  'dashboard/main': 'dashboard/api dashboard/app dashboard/texts',
  // Made from openapi.json and published by itself: it imports nothing of the rest.
  sdk: '',
  cli: 'sdk',
  'startup-error': '',
  contract: '',
  core: 'contract',
  db: 'core startup-error',
  'data-dir': 'startup-error',
  postgres: 'db startup-error data-dir',
  refusal: 'contract',
  command: 'contract db',
  'new-id': 'contract core',
  config: 'startup-error',
  secrets: 'config startup-error data-dir',
  connect: 'config db postgres startup-error data-dir',
  backup: 'db postgres secrets startup-error data-dir',
  workers: 'db',
  quotas: `${basics} config idempotency`,
  parking: 'contract db new-id',
  idempotency: basics,
  seal: '',
  audit: `${basics} http`,
  tokens: `${basics} seal`,
  access: `${basics} tokens`,
  people: `${basics} config messages secrets tokens`,
  'two-factor': `${basics} people seal quotas`,
  login: `${basics} access accounts audit http people seal tokens two-factor users`,
  accounts: basics,
  integrations: `${basics} access accounts audit http idempotency`,
  keys: `${basics} access audit http idempotency integrations people`,
  developers: `${basics} audit http idempotency integrations login people quotas`,
  merchants: `${basics} audit http idempotency people users`,
  references: basics,
  docs: 'contract',
  messages: 'config refusal',
  storage: 'config refusal seal secrets',
  http: `${basics} access idempotency config tokens`,
  ledger: 'core db refusal',
  'request-log': `${basics} http`,
  dashboard: `${basics} http payments refunds`,
  events: `${basics} http workers`,
  rails: 'contract core db',
  currencies: 'contract config http',
  wallets: `${basics} events http ledger`,
  users: `${basics} events http ledger wallets`,
  kyc: `${basics} audit events http idempotency seal storage users wallets quotas`,
  transfers: `${basics} events http ledger references wallets`,
  payments: `${basics} events http ledger parking people rails references two-factor wallets workers`,
  refunds: `${basics} events http ledger parking payments rails references wallets workers`,
  payouts: `${basics} audit events http integrations ledger parking payments people rails references wallets workers`,
  webhooks: `${basics} audit events http messages seal workers quotas`,
  operators: `${basics} accounts audit dashboard events http integrations ledger parking payments payouts people references two-factor wallets workers`,
  tenancy: `${basics} audit http`,
  approvals: `${basics} audit http operators people wallets events idempotency ledger`,
  'operator-routes': `${basics} approvals audit http idempotency operators rails wallets webhooks tenancy`,
  'test-helpers': `${basics} events idempotency payments users wallets workers`,
  retention: 'audit db idempotency kyc people postgres rails storage webhooks workers payouts tenancy',
  background:
    'contract core db events storage http parking payments payouts rails refunds retention test-helpers webhooks workers',
  app: 'contract command config dashboard secrets db developers http idempotency integrations keys merchants rails currencies kyc login operator-routes people refusal seal storage events payments payouts refunds request-log test-helpers transfers wallets webhooks quotas tenancy',
  processes: 'startup-error',
  service:
    'access app background config contract dashboard db docs events http messages parking payments people processes rails refunds request-log retention secrets storage tokens waiting webhooks workers quotas tenancy',
  waiting: 'db webhooks',
  'demo-merchant': `${basics} access accounts config developers people secrets users wallets`,
  banner: 'demo-merchant',
  log: '',
  serve: 'config processes service startup-error',
  main: 'banner config connect demo-merchant log processes secrets serve startup-error tokens data-dir',
  admin: `${basics} access accounts audit backup config connect ledger operators people postgres references secrets tokens users wallets data-dir tenancy`,
  demo: `${basics} access accounts config connect demo-merchant secrets audit operators people tokens`,
};

/** `service/src/payments/create.ts` → payments, `service/src/admin.ts` → admin, `contract/src/…` → contract, `sdk/src/…` → sdk. */
function partOf(file) {
  if (file.startsWith('contract/')) return 'contract';
  if (file.startsWith('dashboard/src/')) return `dashboard/${file.split('/')[2].replace(/\.(tsx?|css)$/, '')}`;
  const [, published] = /^(sdk|cli)\/src\//.exec(file) ?? [];
  if (published) return published;
  if (!file.startsWith('service/src/')) return null;
  return file.slice('service/src/'.length).split('/')[0].replace(/\.ts$/, '');
}

const importsOf = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)[^;]*? from '(\.[^']+)'/gms)].map(([, target]) =>
    normalize(join(dirname(file), target)),
  );

/** @returns {string[]} what is wrong, a line each */
export function checkImports() {
  const files = sourceFiles().filter((file) => partOf(file) && !/\.test\.ts$/.test(file));
  const graph = new Map(files.map((file) => [file, importsOf(file)]));
  const wrong = [];
  for (const [file, targets] of graph) {
    const from = partOf(file);
    if (!(from in allowed)) wrong.push(`${file}: the part "${from}" has no line in scripts/imports.mjs`);
    for (const target of targets) {
      const to = partOf(target);
      if (to && to !== from && !(allowed[from] ?? '').split(' ').includes(to)) {
        wrong.push(`${file} imports ${target}: ${from} may not use ${to}`);
      }
    }
  }
  for (const file of graph.keys()) {
    if (
      file.startsWith('dashboard/') &&
      /^import (?!type )[^;]*?contract\/src\/(?!csv-dialect)/m.test(readFileSync(file, 'utf8'))
    ) {
      wrong.push(`${file}: the dashboard takes types and the CSV dialect alone from the contract (import type)`);
    }
  }
  return [...wrong, ...circles(graph)];
}

function circles(graph) {
  const found = [];
  const done = new Set();
  const visit = (file, path) => {
    if (path.includes(file)) {
      found.push(`circle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`);
      return;
    }
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}
