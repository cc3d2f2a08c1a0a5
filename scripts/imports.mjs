// Imports go one way. A room imports only the rooms that its line names, and only rooms on lines above its own.
// `node scripts/imports.mjs --count` prints the rooms, loose files and arrows of service/src.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceFiles } from './source-files.mjs';

/** The rooms that any room of the service may import. */
const basics = 'contract core tracing db kernel';
/** The parts that every feature of the dashboard may import. Features do not import each other. */
const page = 'contract dashboard/api dashboard/page dashboard/texts dashboard/ui dashboard/world';
const dashboard = {
  'dashboard/page': '',
  'dashboard/theme': '',
  'dashboard/texts': '',
  'dashboard/api': 'contract dashboard/page',
  'dashboard/world': 'contract dashboard/api',
  'dashboard/ui': 'contract dashboard/api dashboard/page dashboard/texts dashboard/world',
  // An operator's pages show a payment's steps and a payout's items in the same way as a merchant's.
  'dashboard/operator': `${page} dashboard/session dashboard/payments dashboard/payouts`,
  'dashboard/shell': `${page} dashboard/session dashboard/operator`,
  'dashboard/account': `${page} dashboard/session`,
  'dashboard/session': page,
  'dashboard/home': `${page} dashboard/session`,
  'dashboard/receipts': page,
  'dashboard/payments': `${page} dashboard/receipts`,
  'dashboard/links': page,
  'dashboard/customers': page,
  'dashboard/checkout': page,
  'dashboard/till': page,
  'dashboard/transfers': page,
  'dashboard/holds': page,
  'dashboard/wallets': page,
  'dashboard/refunds': `${page} dashboard/receipts`,
  'dashboard/reports': page,
  'dashboard/splits': `${page} dashboard/reports`,
  'dashboard/exports': page,
  'dashboard/keys': page,
  'dashboard/webhooks': page,
  'dashboard/events': page,
  'dashboard/requests': page,
  'dashboard/settings': page,
  // The page calculates a payout's fee with the rule that the service charges it by.
  'dashboard/payouts': `${page} dashboard/session core`,
  'dashboard/developers': `${page} dashboard/session`,
  'dashboard/router': `${page} dashboard/shell dashboard/session dashboard/account dashboard/texts dashboard/payments dashboard/customers dashboard/links dashboard/checkout dashboard/till dashboard/refunds dashboard/keys dashboard/webhooks dashboard/events dashboard/requests dashboard/developers dashboard/settings dashboard/operator dashboard/home dashboard/payouts dashboard/transfers dashboard/holds dashboard/splits dashboard/wallets dashboard/reports dashboard/exports`,
  'dashboard/mantine-styles': '',
  'dashboard/app':
    'dashboard/mantine-styles dashboard/api dashboard/page dashboard/router dashboard/session dashboard/theme',
  'dashboard/main': 'dashboard/api dashboard/app dashboard/texts',
  // The SDK is generated from openapi.json and published separately, so it imports no other part.
  sdk: '',
  cli: 'sdk',
  // A counterpart shares no code with the service, so that a wrong reading of a provider's document shows.
  'counterparts/kit': '',
  'counterparts/daraja': 'counterparts/kit',
  'counterparts/mtn-momo': 'counterparts/kit',
  'counterparts/pawapay': 'counterparts/kit',
  'counterparts/wave': 'counterparts/kit',
  'counterparts/main': 'counterparts/kit',
};
/** The rooms whose changes two operators approve. */
const approved = 'cases fees limits wallets floats reconciliation incoming operators rail-settings';
/** Lowest room first. */
const service = {
  contract: '',
  config: '',
  core: 'contract',
  tracing: 'config',
  db: 'config tracing',
  kernel: 'contract core tracing db',
  secrets: 'config db kernel',
  postgres: 'config db',
  backup: 'config db kernel postgres secrets',
  upgrade: 'config db postgres',
  idempotency: basics,
  access: basics,
  http: `${basics} config idempotency access`,
  audit: `${basics} http`,
  ledger: basics,
  rails: basics,
  messages: `${basics} config http`,
  pages: 'messages',
  storage: 'config db kernel secrets',
  accounts: `${basics} config secrets access messages`,
  tenancy: `${basics} config idempotency http audit`,
  'two-factor': `${basics} accounts tenancy`,
  events: `${basics} http`,
  cases: `${basics} http audit`,
  'rail-settings': `${basics} http audit rails cases`,
  workers: `${basics} ledger rails events`,
  fees: `${basics} config http audit rails`,
  limits: `${basics} http audit`,
  wallets: `${basics} http ledger events`,
  floats: `${basics} http ledger rails cases workers wallets`,
  users: `${basics} http ledger events wallets`,
  integrations: `${basics} config access http audit fees events`,
  keys: `${basics} access http audit accounts integrations`,
  merchants: `${basics} http audit accounts users integrations`,
  login: `${basics} secrets access http audit accounts two-factor users integrations merchants`,
  developers: `${basics} http audit accounts tenancy integrations login`,
  kyc: `${basics} idempotency http audit storage tenancy wallets users`,
  'checkout-state': `${basics} http events cases`,
  bulk: `${basics} config idempotency http events`,
  transfers: `${basics} idempotency http ledger events wallets bulk`,
  holds: `${basics} idempotency http cases workers ledger events wallets`,
  payments:
    `${basics} integrations idempotency http checkout-state bulk cases workers ledger rails accounts two-factor ` +
    'events fees wallets holds',
  refunds: `${basics} idempotency http workers ledger rails events wallets payments`,
  payouts:
    `${basics} idempotency http audit bulk cases workers ledger rails messages accounts events fees wallets ` +
    'integrations merchants transfers',
  links: `${basics} integrations http rails fees checkout-state payments`,
  checkout:
    `${basics} config secrets idempotency http tenancy workers rails accounts events integrations merchants ` +
    'checkout-state fees links payments',
  'pay-page': `${basics} http messages pages accounts login checkout`,
  qr: `${basics} http rails messages pages merchants checkout-state`,
  tills: `${basics} http checkout-state checkout`,
  statements: `${basics} config http audit rails storage workers`,
  reconciliation: `${basics} http audit statements ledger rails cases workers wallets payments refunds payouts`,
  incoming: `${basics} ledger rails cases workers wallets payments`,
  exports: `${basics} idempotency http storage messages workers events wallets payments refunds payouts transfers`,
  reports: `${basics} http audit payments`,
  webhooks: `${basics} http audit workers messages tenancy events`,
  'request-log': `${basics} http`,
  callbacks: `${basics} config http audit rails pages cases workers payments refunds payouts request-log`,
  seal: `${basics} http workers webhooks`,
  closes: `${basics} http audit cases messages pages reconciliation seal`,
  receipts: `${basics} http messages pages merchants closes`,
  dashboard: `${basics} config http workers messages merchants holds payments refunds`,
  operators:
    `${basics} idempotency http audit workers ledger accounts two-factor events wallets ` +
    'payments payouts dashboard',
  people: `${basics} config postgres http audit storage kyc workers`,
  approvals:
    `${basics} http audit people ledger bulk rails ` + `accounts events payments refunds payouts callbacks ${approved}`,
  'test-helpers': `${basics} http events wallets users payments`,
  retention:
    'db postgres idempotency audit workers rails messages storage accounts tenancy kyc payouts checkout exports ' +
    'webhooks callbacks',
  docs: 'contract',
  api:
    `${basics} config secrets idempotency http audit rails messages storage accounts tenancy events cases workers ` +
    'fees limits wallets floats integrations keys merchants login developers kyc bulk transfers holds payments links ' +
    'checkout qr tills refunds payouts statements reconciliation closes receipts webhooks request-log ' +
    'callbacks dashboard operators approvals people rail-settings seal test-helpers exports reports',
  boot:
    `${basics} config secrets postgres backup access http workers rails messages storage accounts tenancy events cases ` +
    'wallets floats users integrations merchants developers holds payments checkout pay-page refunds payouts ' +
    'statements ' +
    'reconciliation closes receipts incoming webhooks request-log callbacks seal dashboard rail-settings ' +
    'test-helpers exports retention people docs api',
  main: 'config secrets tracing people boot',
  admin:
    `${basics} config secrets postgres backup upgrade idempotency access audit rails rail-settings ledger ` +
    'accounts storage tenancy fees limits wallets users integrations merchants statements reconciliation ' +
    'operators seal closes people approvals boot',
  demo: `${basics} config secrets access audit rails accounts floats integrations operators boot`,
};

export const rooms = Object.keys(service);
const allowed = { ...dashboard, ...service };

/** `service/src/payments/create.ts` → payments, `contract/src/…` → contract, `dashboard/src/ui/…` → dashboard/ui. */
function roomOf(file) {
  if (file.startsWith('contract/')) return 'contract';
  const [, part, folder] = /^(dashboard|counterparts)\/src\/([\w-]+)/.exec(file) ?? [];
  if (part) return `${part}/${folder}`;
  const [, published] = /^(sdk|cli)\/src\//.exec(file) ?? [];
  if (published) return published;
  if (!file.startsWith('service/src/')) return null;
  return file.slice('service/src/'.length).split('/')[0].replace(/\.ts$/, '');
}

const importsOf = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)[^;]*? from '(\.[^']+)'/gms)].map(([, target]) =>
    normalize(join(dirname(file), target)),
  );

const readGraph = () =>
  new Map(
    sourceFiles()
      .filter((file) => roomOf(file) && !/\.test\.ts$/.test(file))
      .map((file) => [file, importsOf(file)]),
  );

/** @returns {{ from: string, to: string, file: string, target: string }[]} the imports that cross rooms */
const arrowsOf = (graph) =>
  [...graph].flatMap(([file, targets]) =>
    targets
      .map((target) => ({ from: roomOf(file), to: roomOf(target), file, target }))
      .filter(({ from, to }) => to && to !== from),
  );

/** @returns {string[]} the errors, one per line */
export function checkImports() {
  const graph = readGraph();
  const wrong = [];
  for (const file of graph.keys()) {
    const room = roomOf(file);
    if (!(room in allowed)) wrong.push(`${file}: the room "${room}" has no line in scripts/imports.mjs`);
  }
  for (const { from, to, file, target } of arrowsOf(graph)) {
    if (!(allowed[from] ?? '').split(' ').includes(to))
      wrong.push(`${file} imports ${target}: ${from} may not use ${to}`);
  }
  return [...wrong, ...checkTable(graph), ...checkDashboard(graph), ...circles(graph)];
}

/** The table itself: no room imports a room below it, and no line allows an import that does not exist. */
function checkTable(graph) {
  const used = new Set(arrowsOf(graph).map(({ from, to }) => `${from} ${to}`));
  const order = Object.keys(service);
  return order.flatMap((room, line) =>
    service[room]
      .split(' ')
      .filter((to) => to !== '')
      .flatMap((to) => [
        ...(order.indexOf(to) < line ? [] : [`scripts/imports.mjs: ${room} imports upward from ${to}`]),
        ...(basics.includes(to) || used.has(`${room} ${to}`)
          ? []
          : [`scripts/imports.mjs: ${room} no longer uses ${to}`]),
      ]),
  );
}

/** Values of other files of the contract. These two import nothing, so the page stays small. */
const VALUES = /^import (?!type )[^;]*?contract\/src\/(?!csv-dialect|reference-again)/m;

const checkDashboard = (graph) =>
  [...graph.keys()]
    .filter((file) => file.startsWith('dashboard/') && VALUES.test(readFileSync(file, 'utf8')))
    .map((file) => `${file}: the dashboard imports types from the contract (import type), and two files of values`);

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

/** Tests and the contract are not counted: every room may use the contract. */
function countRooms() {
  const graph = readGraph();
  const files = [...graph.keys()].filter((file) => file.startsWith('service/src/'));
  const loose = files.filter((file) => file.split('/').length === 3);
  const arrows = arrowsOf(graph).filter(({ file, to }) => file.startsWith('service/src/') && to !== 'contract');
  const distinct = new Set(arrows.map(({ from, to }) => `${from} → ${to}`));
  return `rooms ${new Set(files.map(roomOf)).size}, loose files ${loose.length}, arrows ${distinct.size}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes('--count')) console.log(countRooms());
