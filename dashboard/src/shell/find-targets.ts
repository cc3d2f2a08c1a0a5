import { formatDay } from '../ui/format.ts';
import type { IconComponent } from '../ui/icon.tsx';
import { Clock, CornerDownRight, Phone } from '../ui/icons.ts';
import { readDigits } from '../ui/read-digits.ts';
import { allPages } from './pages.ts';

export type Target = {
  readonly label: string;
  /** The kind of record, and more about it. */
  readonly note?: string;
  /** The record, if several have the same page. */
  readonly id?: string;
  readonly path: string;
  readonly search?: Record<string, string>;
  readonly Icon: IconComponent;
  readonly keys?: string;
};

/** The page for each kind of id. */
const homes: Record<string, string> = {
  pay: '/payments',
  cus: '/customers',
  rfd: '/refunds',
  lnk: '/links',
  cs: '/checkout',
  shf: '/till',
  pout: '/payouts',
  trf: '/transfers',
  mov: '/movements',
  blk: '/transfers/bulk',
  hld: '/holds',
  spp: '/split-partners',
  wal: '/wallets',
  wbk: '/webhooks',
  dlv: '/deliveries',
  evt: '/events',
  req: '/requests',
};

export const homeOf = (id: string): string | undefined => homes[id.split('_')[0]!];
export const targetIcon = CornerDownRight;

/** Folds text as the service's search does: no case, no accents. */
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The meanings of a text besides records: an id, a page, some digits of a phone, or a day. */
export function findTargets(
  typed: string,
  say: (key: string, values?: object) => string,
  isOpen: (path: string) => boolean = () => true,
): Target[] {
  const text = typed.trim();
  const home = homes[/^([a-z]+)_[0-9a-hjkmnp-tv-z]{26}$/.exec(text)?.[1] ?? ''];
  if (home && isOpen(home))
    return [{ label: say('shell.openRecord', { text }), path: `${home}/${text}`, Icon: CornerDownRight }];
  const found: Target[] = allPages
    .filter(({ path }) => isOpen(path))
    .map(({ name, path, Icon, key }) => ({ label: say(`shell.page.${name}`), path, Icon, keys: `g ${key}` }))
    .filter(({ label }) => folded(label).includes(folded(text)));
  if (!isOpen('/payments')) return found;
  const day = readDay(text);
  if (day) {
    const label = say('find.ofDay', { day: formatDay(day) });
    found.push({ label, path: '/payments', search: { period: `${day}..${day}` }, Icon: Clock });
  }
  const digits = day ? null : readDigits(text);
  if (digits) {
    const label = say('find.ofPhone', { text: digits });
    found.push({ label, path: '/payments', search: { phone: digits }, Icon: Phone });
  }
  return found;
}

/** `2026-01-15`, or the day first: `15/01/2026`. */
function readDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const [, first, second, last] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
  const parts = year ? [year, month!, day!] : last ? [last, second!, first!] : null;
  if (!parts) return null;
  const iso = parts.map((part) => part.padStart(2, '0')).join('-');
  return new Date(`${iso}T00:00:00Z`).toJSON()?.startsWith(iso) ? iso : null;
}
