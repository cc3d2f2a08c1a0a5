import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { SearchHit } from '../../../contract/src/dashboard.ts';
import { request, type World } from '../api/request.ts';
import { type Say, type TextKey, useTexts } from '../texts/use-texts.ts';
import { formatMoneyWithCode, formatTime, shortId } from '../ui/format.ts';
import { ArrowLeftRight, CreditCard, Send, Shuffle, Tag, UserRound, WalletCards } from '../ui/icons.ts';
import { useRole } from '../world/may-change.ts';
import { mayOpen } from '../world/may-open.ts';
import { keyOf } from '../world/read.ts';
import { homeOf, type Target, targetIcon } from './find-targets.ts';

const icons: Partial<Record<SearchHit['object'], Target['Icon']>> = {
  payment: CreditCard,
  refund: ArrowLeftRight,
  transfer: Shuffle,
  payout: Send,
  payout_item: UserRound,
  payment_link: Tag,
  wallet: WalletCards,
};
/** Their status is one of the dashboard's words. Others have the type of an event, or a number. */
const stated: readonly SearchHit['object'][] = ['payment', 'refund', 'transfer', 'payout', 'payout_item'];

/** Records that the service finds by what the text may mean. Each has a page. */
export function useHits(world: World, text: string): { readonly hits: Target[]; readonly isDone: boolean } {
  const { t } = useTexts();
  const [q] = useDebouncedValue(text.trim(), 200);
  const role = useRole(world);
  const isAsked = q.length >= 2 && q.length <= 64;
  const hits = useQuery({
    queryKey: keyOf(world, '/search', {}, { q }),
    queryFn: ({ signal }) => request('GET', '/search', { world, query: { q }, signal }),
    enabled: isAsked && mayOpen(role, '/payments'),
  });
  return {
    hits: (hits.data?.data ?? []).flatMap((hit) => targetOf(hit, t)),
    isDone: isAsked && q === text.trim() && (!hits.isPending || !mayOpen(role, '/payments')),
  };
}

function targetOf(hit: SearchHit, t: Say): Target[] {
  const { id, object, payout, amount, currency, customer, name, reference, status, created_at: at } = hit;
  const home = homeOf(payout ?? id);
  if (!home) return [];
  const money = amount !== null && currency !== null ? formatMoneyWithCode(amount, currency) : null;
  const label = [name, money, customer].filter(Boolean).join(' · ');
  const state = status && (stated.includes(object) ? t(`status.${status}` as TextKey) : status);
  const note = [t(`find.kind.${object}`), state, formatTime(at), reference].filter(Boolean).join(' · ');
  return [
    { label: label || shortId(id), note, path: `${home}/${payout ?? id}`, id, Icon: icons[object] ?? targetIcon },
  ];
}
