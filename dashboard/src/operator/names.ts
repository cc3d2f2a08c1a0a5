import { useQuery } from '@tanstack/react-query';
import type { NameOf } from '../../../contract/src/operator-desk.ts';
import { request } from '../api/request.ts';
import { type Say, useTexts } from '../texts/use-texts.ts';
import { shortId } from '../ui/format.ts';

/** The service answers for this many ids at once (MOST_NAMES of the contract). */
const MOST = 50;
/** Ids of one page arrive within this time and share a request. */
const GATHER_MS = 15;
const named = /^(mer|usr|dev|opr|int|key|wal)_/;

type Batch = { readonly ids: Set<string>; readonly names: Promise<readonly NameOf[]> };
let open: Batch | null = null;

function openBatch(): Batch {
  const ids = new Set<string>();
  const gathered = new Promise((resolve) => setTimeout(resolve, GATHER_MS));
  const names = gathered.then(async () => {
    if (open?.ids === ids) open = null;
    return (await request('GET', '/operator/names', { world: null, query: { ids: [...ids].join(',') } })).data;
  });
  return { ids, names };
}

/** Null: the record is gone, or has no name. */
async function readName(id: string): Promise<NameOf | null> {
  if (!open || open.ids.size >= MOST) open = openBatch();
  const batch = open;
  batch.ids.add(id);
  return (await batch.names).find((one) => one.id === id) ?? null;
}

/** A record's name as the service stores it. */
export function useNameOf(id: string | null): NameOf | null {
  const { data } = useQuery({
    queryKey: ['account', '/operator/names', { id }],
    queryFn: () => readName(id!),
    enabled: id !== null && named.test(id),
    // A name rarely changes, and each read of a person's name is in the audit log.
    staleTime: 10 * 60_000,
  });
  return data ?? null;
}

/** The words for a name: a wallet is named by its currency and owner. */
export function nameIn(name: NameOf | null, id: string, t: Say): string {
  if (!name) return shortId(id);
  if (!name.wallet) return name.name ?? shortId(id);
  const { currency, owner } = name.wallet;
  if (owner.type === 'system') return `${owner.name} (${currency})`;
  return name.name === null
    ? t('operator.desk.walletOf', { currency, owner: owner.name })
    : t('operator.desk.namedWalletOf', { label: name.name, currency, owner: owner.name });
}

/** The name of a record for people. Until it arrives, and without a name, the short id. */
export function useName(id: string): string {
  const { t } = useTexts();
  return nameIn(useNameOf(id), id, t);
}
