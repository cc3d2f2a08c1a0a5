import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { SearchHit } from '../../../contract/src/dashboard.ts';
import { request, type World } from '../api/request.ts';
import { formatMoneyWithCode, shortId } from '../ui/format.ts';
import { keyOf } from '../world/read.ts';
import { homeOf, type Target, targetIcon } from './find-targets.ts';

/** Records that the service finds by the start of an id, a reference or a phone. Each has a page. */
export function useHits(world: World, text: string): Target[] {
  const [q] = useDebouncedValue(text.trim(), 200);
  const hits = useQuery({
    queryKey: keyOf(world, '/search', {}, { q }),
    queryFn: ({ signal }) => request('GET', '/search', { world, query: { q }, signal }),
    enabled: q.length >= 3 && q.length <= 64,
  });
  return (hits.data?.data ?? []).flatMap((hit) => {
    const home = homeOf(hit.id);
    return home ? [{ label: labelOf(hit), path: `${home}/${hit.id}`, Icon: targetIcon }] : [];
  });
}

/** The prefix of an id shows the kind of record. */
function labelOf({ id, amount, currency, customer, reference, status }: SearchHit): string {
  const money = amount !== null && currency !== null ? formatMoneyWithCode(amount, currency) : status;
  return [shortId(id), money, customer, reference].filter(Boolean).join(' · ');
}
