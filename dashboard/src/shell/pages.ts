import {
  ArrowLeftRight,
  CreditCard,
  House,
  KeyRound,
  type LucideIcon,
  RadioTower,
  Send,
  Shuffle,
  WalletCards,
  Webhook,
} from 'lucide-react';

export type PageName =
  | 'home'
  | 'payments'
  | 'refunds'
  | 'payouts'
  | 'transfers'
  | 'wallets'
  | 'webhooks'
  | 'events'
  | 'keys';
export type PageLink = {
  /** Its words stand in the texts under `shell.page`. */
  readonly name: PageName;
  readonly path: string;
  readonly Icon: LucideIcon;
  /** After `g`. */
  readonly key: string;
};

/** What the navigation, the search box and the keyboard lead to. */
export const pages: readonly { readonly group: 'money' | 'build'; readonly links: readonly PageLink[] }[] = [
  {
    group: 'money',
    links: [
      { name: 'home', path: '/home', Icon: House, key: 'h' },
      { name: 'payments', path: '/payments', Icon: CreditCard, key: 'p' },
      { name: 'refunds', path: '/refunds', Icon: ArrowLeftRight, key: 'r' },
      { name: 'payouts', path: '/payouts', Icon: Send, key: 'o' },
      { name: 'transfers', path: '/transfers', Icon: Shuffle, key: 't' },
      { name: 'wallets', path: '/wallets', Icon: WalletCards, key: 'a' },
    ],
  },
  {
    group: 'build',
    links: [
      { name: 'webhooks', path: '/webhooks', Icon: Webhook, key: 'w' },
      { name: 'events', path: '/events', Icon: RadioTower, key: 'e' },
      { name: 'keys', path: '/keys', Icon: KeyRound, key: 'k' },
    ],
  },
];

export const allPages = pages.flatMap(({ links }) => links);
