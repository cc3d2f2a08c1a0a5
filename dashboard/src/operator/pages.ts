import {
  Activity,
  ArrowDownLeft,
  BadgeCheck,
  BookCheck,
  Gauge,
  type LucideIcon,
  Percent,
  Scale,
  ScrollText,
  Send,
  Store,
  Users,
  WalletCards,
} from 'lucide-react';
import type { Right } from './rights.ts';

type Page = { readonly name: string; readonly Icon: LucideIcon; readonly right: Right };
const page = <N extends string>(name: N, Icon: LucideIcon, right: Right = 'read') =>
  ({ name, Icon, right }) satisfies Page;

/** The pages in the operators' navigation: `/operator/<name>`. Their texts are under `operator.page`. */
export const operatorPages = [
  {
    group: 'watch',
    pages: [page('health', Activity), page('ledger', Scale, 'ledger'), page('audit', ScrollText, 'audit')],
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
      page('fees', Percent),
      page('limits', Gauge),
    ],
  },
] as const;
