import type { IconComponent } from '../ui/icon.tsx';
import {
  ArrowLeftRight,
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
  Users,
  WalletCards,
  Webhook,
} from '../ui/icons.ts';

export type PageName =
  | 'home'
  | 'payments'
  | 'links'
  | 'checkout'
  | 'till'
  | 'refunds'
  | 'payouts'
  | 'transfers'
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

/** The targets of the navigation, the search box and the keyboard shortcuts. */
export const pages: readonly { readonly group: 'money' | 'build' | 'team'; readonly links: readonly PageLink[] }[] = [
  {
    group: 'money',
    links: [
      { name: 'home', path: '/home', Icon: House, key: 'h' },
      { name: 'payments', path: '/payments', Icon: CreditCard, key: 'p' },
      { name: 'links', path: '/links', Icon: Tag, key: 'i' },
      { name: 'checkout', path: '/checkout', Icon: Inbox, key: 'c' },
      { name: 'till', path: '/till', Icon: Store, key: 'n' },
      { name: 'refunds', path: '/refunds', Icon: ArrowLeftRight, key: 'r' },
      { name: 'payouts', path: '/payouts', Icon: Send, key: 'o' },
      { name: 'transfers', path: '/transfers', Icon: Shuffle, key: 't' },
      { name: 'wallets', path: '/wallets', Icon: WalletCards, key: 'a' },
      { name: 'settlement', path: '/settlement', Icon: Scale, key: 'b' },
      { name: 'exports', path: '/exports', Icon: Download, key: 'x' },
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
  {
    group: 'team',
    links: [
      { name: 'developers', path: '/developers', Icon: Users, key: 'd' },
      { name: 'settings', path: '/settings', Icon: Settings, key: 's' },
    ],
  },
];

/** A member with the role `till` has no other page. */
export const tillPages = pages
  .map(({ group, links }) => ({ group, links: links.filter(({ name }) => name === 'till') }))
  .filter(({ links }) => links.length > 0);

export const allPages = pages.flatMap(({ links }) => links);
