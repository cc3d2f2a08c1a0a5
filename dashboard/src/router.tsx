import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
  redirect,
  useParams,
} from '@tanstack/react-router';
import { hasSession } from './api/request.ts';
import { operatorRoutes } from './operator/routes.ts';
import { addressAt } from './page.ts';
import { signInAddress } from './session/sign-in-address.ts';
import { NoPage } from './shell/no-page.tsx';
import { Shell } from './shell/shell.tsx';
import { Start } from './shell/start.tsx';
import { loadTexts } from './texts/texts.ts';
import { loadPage } from './ui/load-page.ts';
import { PageFailure } from './ui/page-failure.tsx';
import { Loading } from './ui/states.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: NoPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: loadPage(() => import('./session/sign-in-page.tsx'), 'SignInPage'),
});
const operatorSignIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/operator',
  component: loadPage(() => import('./session/sign-in-page.tsx'), 'OperatorSignInPage'),
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: loadPage(() => import('./session/sign-up-page.tsx'), 'SignUpPage'),
});
const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/new-password',
  component: loadPage(() => import('./session/new-password-page.tsx'), 'NewPasswordPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: loadPage(
    async () => (await Promise.all([import('./developers/accept-page.tsx'), loadTexts('first')]))[0],
    'AcceptPage',
  ),
});

/** All other pages need a session and show the navigation. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  beforeLoad: ({ location }) => {
    if (!hasSession()) throw redirect({ to: signInAddress(), search: { next: location.href } as never, replace: true });
  },
});
const start = createRoute({ getParentRoute: () => inside, path: '/', component: Start });
const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  component: loadPage(() => import('./account/account-page.tsx'), 'AccountPage'),
});

/** Pages of one integration in one mode. The address names both, so two tabs can show two modes. */
const world = createRoute({ getParentRoute: () => inside, path: '/$integration/$mode', component: Outlet });

/** A page of an integration: its path, file and component. */
const own = <T extends Record<string, unknown>>(path: string, load: () => Promise<T>, name: keyof T & string) =>
  createRoute({ getParentRoute: () => world, path, component: loadPage(load, name) });

/** A page with texts of its own. */
const later =
  (...parts: ('shop' | 'money' | 'receipts' | 'first' | 'log' | 'customers' | 'find')[]) =>
  <T extends Record<string, unknown>>(path: string, load: () => Promise<T>, name: keyof T & string) =>
    own(path, async () => (await Promise.all([load(), ...parts.map(loadTexts)]))[0], name);
const shop = later('shop');
const money = later('money');
const receipts = later('receipts');
const first = later('first');
const log = later('log');
const event = later('first', 'log');
const payment = later('receipts', 'first');
const customers = later('customers', 'find');

const worldPages = [
  createRoute({ getParentRoute: () => world, path: '/', component: ToHome }),
  own('/home', () => import('./home/home-page.tsx'), 'HomePage'),
  own('/wallets', () => import('./wallets/wallets-page.tsx'), 'WalletsPage'),
  own('/wallets/$id', () => import('./wallets/wallet-page.tsx'), 'WalletPage'),
  own('/wallets/$id/statement', () => import('./wallets/statement-page.tsx'), 'StatementPage'),
  money('/transfers', () => import('./transfers/transfers-page.tsx'), 'TransfersPage'),
  money('/transfers/$id', () => import('./transfers/transfer-page.tsx'), 'TransferPage'),
  money('/transfers/bulk/$id', () => import('./transfers/bulk-page.tsx'), 'BulkPage'),
  money('/movements', () => import('./transfers/movements-page.tsx'), 'MovementsPage'),
  money('/movements/$id', () => import('./transfers/movement-page.tsx'), 'MovementPage'),
  money('/holds', () => import('./holds/holds-page.tsx'), 'HoldsPage'),
  money('/holds/$id', () => import('./holds/hold-page.tsx'), 'HoldPage'),
  money('/escrows', () => import('./holds/escrows-page.tsx'), 'EscrowsPage'),
  money('/escrows/$id', () => import('./holds/escrow-page.tsx'), 'EscrowPage'),
  money('/split-partners', () => import('./splits/partners-page.tsx'), 'PartnersPage'),
  money('/split-partners/$id', () => import('./splits/partner-page.tsx'), 'PartnerPage'),
  money('/payouts', () => import('./payouts/payouts-page.tsx'), 'PayoutsPage'),
  money('/payouts/new', () => import('./payouts/new-payout-page.tsx'), 'NewPayoutPage'),
  money('/people', () => import('./payouts/people-page.tsx'), 'PeoplePage'),
  money('/schedules', () => import('./payouts/schedule-pages.tsx'), 'SchedulesPage'),
  money('/schedules/$id', () => import('./payouts/schedule-pages.tsx'), 'SchedulePage'),
  money('/payouts/$id', () => import('./payouts/payout-page.tsx'), 'PayoutPage'),
  own('/payments', () => import('./payments/payments-page.tsx'), 'PaymentsPage'),
  payment('/payments/$id', () => import('./payments/payment-page.tsx'), 'PaymentPage'),
  customers('/customers', () => import('./customers/customers-page.tsx'), 'CustomersPage'),
  customers('/customers/of/$payment', () => import('./customers/payer-page.tsx'), 'PayerPage'),
  customers('/customers/$id', () => import('./customers/customer-page.tsx'), 'CustomerPage'),
  shop('/links', () => import('./links/links-page.tsx'), 'LinksPage'),
  shop('/links/$id', () => import('./links/link-page.tsx'), 'LinkPage'),
  shop('/checkout', () => import('./checkout/sessions-page.tsx'), 'SessionsPage'),
  shop('/checkout/$id', () => import('./checkout/session-page.tsx'), 'SessionPage'),
  shop('/till', () => import('./till/tills-page.tsx'), 'TillsPage'),
  shop('/till/$id', () => import('./till/shift-page.tsx'), 'ShiftPage'),
  own('/refunds', () => import('./refunds/refunds-page.tsx'), 'RefundsPage'),
  receipts('/refunds/$id', () => import('./refunds/refund-page.tsx'), 'RefundPage'),
  money('/settlement', () => import('./reports/settlement-page.tsx'), 'SettlementPage'),
  money('/exports', () => import('./exports/exports-page.tsx'), 'ExportsPage'),
  first('/keys', () => import('./keys/keys-page.tsx'), 'KeysPage'),
  first('/webhooks', () => import('./webhooks/endpoints-page.tsx'), 'EndpointsPage'),
  first('/webhooks/$id', () => import('./webhooks/endpoint-page.tsx'), 'EndpointPage'),
  first('/inbox', () => import('./webhooks/inbox-page.tsx'), 'InboxPage'),
  first('/deliveries/$id', () => import('./webhooks/delivery-page.tsx'), 'DeliveryPage'),
  log('/events', () => import('./events/events-page.tsx'), 'EventsPage'),
  event('/events/$id', () => import('./events/event-page.tsx'), 'EventPage'),
  log('/requests', () => import('./requests/requests-page.tsx'), 'RequestsPage'),
  log('/requests/$id', () => import('./requests/request-page.tsx'), 'RequestPage'),
  first('/developers', () => import('./developers/developers-page.tsx'), 'DevelopersPage'),
  receipts('/settings', () => import('./settings/settings-page.tsx'), 'SettingsPage'),
];

/** Operators' pages belong to no integration. */
const operator = createRoute({ getParentRoute: () => inside, path: '/operator', component: Outlet });
const operatorPages = [
  createRoute({
    getParentRoute: () => operator,
    path: '/',
    component: () => Navigate({ to: '/operator/health', replace: true }),
  }),
  ...operatorRoutes.map((route) => createRoute({ getParentRoute: () => operator, ...route })),
];

function ToHome() {
  const { integration, mode } = useParams({ strict: false }) as { integration: string; mode: string };
  return <Navigate to={`/${integration}/${mode}/home`} replace />;
}

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    operatorSignIn,
    signUp,
    newPassword,
    invitation,
    inside.addChildren([start, account, operator.addChildren(operatorPages), world.addChildren(worldPages)]),
  ]),
  basepath: addressAt('/dashboard'),
  // Flat and readable: ?status=succeeded&customer=%2B221…
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text ? `?${text}` : '';
  },
  // Another record, integration or mode mounts the page again, so it keeps no typed, selected or revealed value of the
  // last one.
  defaultRemountDeps: ({ params }) => params,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: Loading,
  defaultErrorComponent: PageFailure,
});
