import { useState } from 'react';
import type { NameCheckResult } from '../../../contract/src/payout-names.ts';
import { useChange } from '../world/change.ts';
import { useWorld } from '../world/world.tsx';
import type { Line } from './map-columns.ts';
import { itemOf } from './service-faults.ts';

type Match = NameCheckResult['name_match'];

/** Asks the providers whether the names of these lines fit, when someone wants to know. The sandbox knows no names. */
export function useNameChecks(lines: readonly Line[], currency: string) {
  const isLive = useWorld()?.mode === 'live';
  const [found, setFound] = useState<ReadonlyMap<string, Match>>(new Map());
  const check = useChange('POST', '/payouts/names', []);
  const keyOf = ({ cells }: Line) => `${cells.recipient} ${cells.name} ${cells.amount}`;
  const ask = async () => {
    const items = lines
      .map(itemOf)
      .map(({ recipient, amount, name }) => ({ recipient, amount, ...(name && { name }) }));
    const answer = await check.run({ body: { currency, items } }).catch(() => null);
    if (answer) setFound(new Map(answer.data.map(({ name_match }, i) => [keyOf(lines[i]!), name_match])));
  };
  return {
    canAsk: isLive && lines.some(({ cells }) => cells.recipient.trim().startsWith('+')),
    ask,
    isPending: check.isPending,
    error: check.error,
    matchOf: (line: Line) => found.get(keyOf(line)) ?? null,
  };
}
