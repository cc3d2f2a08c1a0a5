import type { IconComponent } from '../ui/icon.tsx';
import {
  CircleAlert,
  FileText,
  Landmark,
  RadioTower,
  Scale,
  ScrollText,
  Send,
  Shuffle,
  Store,
  Users,
  WalletCards,
} from '../ui/icons.ts';
import {
  Activity,
  ArrowDownLeft,
  BadgeCheck,
  BookCheck,
  CalendarCheck,
  Gauge,
  ListChecks,
  Percent,
  ShieldCheck,
} from './icons.ts';
import type { Right } from './rights.ts';

type Page = { readonly name: string; readonly Icon: IconComponent; readonly right: Right };
const page = <N extends string>(name: N, Icon: IconComponent, right: Right = 'read') =>
  ({ name, Icon, right }) satisfies Page;

/** The pages in the operators' navigation: `/operator/<name>`. Their texts are under `operator.page`. */
export const operatorPages = [
  {
    group: 'watch',
    pages: [
      page('health', Activity),
      page('cases', CircleAlert),
      page('ledger', Scale, 'ledger'),
      page('audit', ScrollText, 'audit'),
    ],
  },
  {
    group: 'books',
    pages: [
      page('reconciliation', ListChecks, 'ledger'),
      page('statements', FileText, 'ledger'),
      page('closes', CalendarCheck, 'ledger'),
      page('safeguarding', ShieldCheck, 'ledger'),
      page('matching_rules', Shuffle, 'ledger'),
    ],
  },
  {
    group: 'people',
    pages: [page('merchants', Store), page('accounts', Users), page('kyc', BadgeCheck, 'decide')],
  },
  {
    group: 'money',
    pages: [
      page('payments', ArrowDownLeft),
      page('payouts', Send),
      page('wallets', WalletCards),
      page('approvals', BookCheck, 'approvals'),
      page('floats', Landmark, 'ledger'),
      page('fees', Percent),
      page('limits', Gauge),
      page('rails', RadioTower),
    ],
  },
] as const;
