import type { Close } from '../../../../contract/src/closes.ts';

type Movements = Close['there']['movements'];
/** The groups in which a close sets the provider's movements against those of the books. */
export const movementGroups = [
  'collection',
  'payout',
  'refund',
  'fee',
  'topup',
  'incoming',
  'reversal',
  'other',
] as const;
type Group = (typeof movementGroups)[number];

/** The kinds of the books' postings; those of the statement are the groups themselves. */
const groupOfPosting: Readonly<Record<string, Group>> = {
  payment: 'collection',
  payout: 'payout',
  refund: 'refund',
  provider_fee: 'fee',
  float: 'topup',
  suspense: 'incoming',
  reversal: 'reversal',
  return: 'reversal',
};
const isGroup = (kind: string): kind is Group => (movementGroups as readonly string[]).includes(kind);

export type MovementRow = {
  id: Group;
  there: bigint;
  here: bigint;
  countThere: number;
  countHere: number;
};

/** One row for each group that has movements. A charge inside a line of the statement counts as a charge. */
export function movementRows({ there, here }: Pick<Close, 'there' | 'here'>): MovementRow[] {
  const rows = new Map<Group, MovementRow>(
    movementGroups.map((id) => [id, { id, there: 0n, here: 0n, countThere: 0, countHere: 0 }]),
  );
  for (const { kind, count, sum, fees } of there.movements as Movements) {
    const row = rows.get(isGroup(kind) ? kind : 'other')!;
    row.there += sum;
    row.countThere += count;
    rows.get('fee')!.there -= fees;
  }
  for (const { kind, count, sum } of here.movements as Movements) {
    const row = rows.get(groupOfPosting[kind] ?? 'other')!;
    row.here += sum;
    row.countHere += count;
  }
  return [...rows.values()].filter((row) => row.countThere + row.countHere > 0 || row.there !== row.here);
}
