import type { Beneficiary } from '../../../contract/src/beneficiaries.ts';
import { request, type World } from '../api/request.ts';
import type { Line } from './map-columns.ts';

/** All people of the list, or of one group, the first one first. */
export async function readPeople(world: World, group: string): Promise<Beneficiary[]> {
  const people: Beneficiary[] = [];
  for (;;) {
    const last = people.at(-1)?.id;
    const query = { limit: 100, order: 'asc' as const, ...(group ? { group } : {}) };
    const page = await request('GET', '/beneficiaries', {
      world,
      query: last ? { ...query, starting_after: last } : query,
    });
    people.push(...page.data);
    if (!page.has_more) return people;
  }
}

/** A person without a usual amount has none yet: someone types it before the payout. */
export const linesOfPeople = (people: readonly Beneficiary[]): readonly Line[] =>
  people.map(({ recipient, name, reference, amount, currency }, i) => ({
    line: i + 1,
    cells: {
      recipient,
      name,
      amount: amount === null ? '' : String(amount),
      reference: reference ?? '',
      description: '',
    },
    misfit: null,
    before: { status: '', failure: '', currency: currency ?? '' },
  }));

const cell = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A file for the next payout, with an amount to fill in for each person. */
export const templateOf = (people: readonly Beneficiary[]): string =>
  [
    'recipient,name,amount,reference',
    ...people.map(({ recipient, name, amount, reference }) =>
      [recipient, name, String(amount ?? ''), reference ?? ''].map(cell).join(','),
    ),
    '',
  ].join('\r\n');
