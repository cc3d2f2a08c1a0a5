import type { Beneficiary } from '../../../contract/src/beneficiaries.ts';
import { request, type World } from '../api/request.ts';
import { decimal, exponentOf } from '../ui/format.ts';
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

/**
 * A file for the next payout, with an amount to fill in for each person. Usual amounts are written as people write
 * them, so that all of the file are read in one way; with several currencies none is written.
 */
export function templateOf(people: readonly Beneficiary[]): string {
  const currencies = new Set(people.flatMap(({ amount, currency }) => (amount === null ? [] : [currency])));
  const usual = ({ amount, currency }: Beneficiary) =>
    amount === null || currency === null || currencies.size > 1 ? '' : decimal(BigInt(amount), exponentOf(currency));
  const rows = people.map((person) => [person.recipient, person.name, usual(person), person.reference ?? '']);
  return ['recipient,name,amount,reference', ...rows.map((row) => row.map(cell).join(',')), ''].join('\r\n');
}
