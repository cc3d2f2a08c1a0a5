import type { IconComponent } from '../ui/icon.tsx';
import {
  ArrowLeftRight,
  Clock,
  CornerDownRight,
  CreditCard,
  Download,
  House,
  Inbox,
  KeyRound,
  RadioTower,
  Scale,
  ScrollText,
  Send,
  Settings,
  Shuffle,
  Store,
  Tag,
  UserRound,
  Users,
  WalletCards,
  Webhook,
} from '../ui/icons.ts';

export type PageName =
  | 'home'
  | 'payments'
  | 'customers'
  | 'links'
  | 'checkout'
  | 'till'
  | 'refunds'
  | 'payouts'
  | 'transfers'
  | 'holds'
  | 'splits'
  | 'wallets'
  | 'settlement'
  | 'exports'
  | 'webhooks'
  | 'events'
  | 'keys'
  | 'requests'
  | 'developers'
  | 'settings';
export type PageLink = {
  /** Its text is under `shell.page`. */
  readonly name: PageName;
  readonly path: string;
  readonly Icon: IconComponent;
  /** The key to press after `g`. */
  readonly key: string;
};

export type PageGroup = { readonly group: 'main' | 'more' | 'build'; readonly links: readonly PageLink[] };

/**
 * The targets of the navigation, the search box and the keyboard shortcuts. The menu shows the main pages; each other
 * group is one more entry, folded. The bar at the bottom of a phone has the main pages too.
 */
export const pages: readonly PageGroup[] = [
  {
    group: 'main',
    links: [
      { name: 'home', path: '/home', Icon: House, key: 'h' },
      { name: 'payments', path: '/payments', Icon: CreditCard, key: 'p' },
      { name: 'payouts', path: '/payouts', Icon: Send, key: 'o' },
      { name: 'wallets', path: '/wallets', Icon: WalletCards, key: 'a' },
    ],
  },
  {
    group: 'more',
    links: [
      { name: 'customers', path: '/customers', Icon: UserRound, key: 'u' },
      { name: 'refunds', path: '/refunds', Icon: ArrowLeftRight, key: 'r' },
      { name: 'links', path: '/links', Icon: Tag, key: 'i' },
      { name: 'checkout', path: '/checkout', Icon: Inbox, key: 'c' },
      { name: 'till', path: '/till', Icon: Store, key: 'n' },
      { name: 'transfers', path: '/transfers', Icon: Shuffle, key: 't' },
      { name: 'holds', path: '/holds', Icon: Clock, key: 'v' },
      { name: 'splits', path: '/split-partners', Icon: CornerDownRight, key: 'm' },
      { name: 'settlement', path: '/settlement', Icon: Scale, key: 'b' },
      { name: 'exports', path: '/exports', Icon: Download, key: 'x' },
      { name: 'developers', path: '/developers', Icon: Users, key: 'd' },
      { name: 'settings', path: '/settings', Icon: Settings, key: 's' },
    ],
  },
  {
    group: 'build',
    links: [
      { name: 'webhooks', path: '/webhooks', Icon: Webhook, key: 'w' },
      { name: 'events', path: '/events', Icon: RadioTower, key: 'e' },
      { name: 'keys', path: '/keys', Icon: KeyRound, key: 'k' },
      { name: 'requests', path: '/requests', Icon: ScrollText, key: 'l' },
    ],
  },
];

export const allPages = pages.flatMap(({ links }) => links);
