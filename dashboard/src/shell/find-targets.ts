import type { IconComponent } from '../ui/icon.tsx';
import { CornerDownRight, Phone, Tag } from '../ui/icons.ts';
import { wholePhone } from '../ui/whole-phone.ts';
import { allPages } from './pages.ts';

export type Target = {
  readonly label: string;
  readonly path: string;
  readonly search?: Record<string, string>;
  readonly Icon: IconComponent;
  readonly keys?: string;
};

/** The page for each kind of id. */
const homes: Record<string, string> = {
  pay: '/payments',
  rfd: '/refunds',
  lnk: '/links',
  cs: '/checkout',
  shf: '/till',
  pout: '/payouts',
  trf: '/transfers',
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

/** The meanings of a text: an id, a phone, a reference, or a page name. `say` returns the text of a key. */
export function findTargets(typed: string, say: (key: string) => string): Target[] {
  const text = typed.trim();
  const home = homes[/^([a-z]+)_[0-9a-hjkmnp-tv-z]{26}$/.exec(text)?.[1] ?? ''];
  if (home) return [{ label: say('shell.openRecord'), path: `${home}/${text}`, Icon: CornerDownRight }];
  const found: Target[] = allPages
    .map(({ name, path, Icon, key }) => ({ label: say(`shell.page.${name}`), path, Icon, keys: `g ${key}` }))
    .filter(({ label }) => folded(label).includes(folded(text)));
  if (text === '') return found;
  // Digits without a + are a reference at least as often as a phone.
  const phone = /^(\+|00)/.test(text) ? wholePhone(text) : null;
  if (phone) {
    found.push({ label: say('shell.byPhone'), path: '/payments', search: { customer: phone }, Icon: Phone });
  }
  if (text.length <= 64) {
    found.push({ label: say('shell.byReference'), path: '/payments', search: { reference: text }, Icon: Tag });
  }
  return found;
}
