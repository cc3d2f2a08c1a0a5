import { currencyRule } from '../../config/config.ts';
import { compileDateFormat } from './date-format.ts';
import type { StatementLayout, TableLayout } from './layout.ts';

/** A fault of a layout: the path of the value, and what is wrong with it. */
export type LayoutFault = { readonly field: string; readonly problem: string };

/** Finds what makes a layout unusable, beyond the types of its values. An empty list means that it can be used. */
export function findLayoutFaults(layout: StatementLayout): LayoutFault[] {
  const faults: LayoutFault[] = [];
  const complain = (field: string, problem: string) => faults.push({ field, problem });
  try {
    new Intl.DateTimeFormat('en', { timeZone: layout.timeZone });
  } catch {
    complain('timeZone', `${layout.timeZone} is not an IANA time zone, such as Africa/Nairobi`);
  }
  if (layout.format === 'csv' || layout.format === 'xlsx') checkTable(layout, complain);
  return faults;
}

function checkTable(layout: TableLayout, complain: (field: string, problem: string) => void): void {
  const { columns, decimal, group, sign, kinds, states, currency, skip = [] } = layout;
  if (group === decimal) complain('group', 'must differ from the decimal sign');
  const both = columns.credit !== undefined && columns.debit !== undefined;
  if (columns.amount === undefined && !both) complain('columns', 'need amount, or both credit and debit');
  if (columns.amount !== undefined && (columns.credit !== undefined || columns.debit !== undefined))
    complain('columns', 'have amount or credit and debit, not both');
  if (columns.currency === undefined && currency === undefined)
    complain('currency', 'is missing: name a currency column or the currency of all rows');
  if (currency !== undefined && !currencyRule(currency)) complain('currency', `${currency} is not an ISO 4217 code`);
  if (columns.state !== undefined && !states)
    complain('states', 'must give the meaning of the texts of the state column');
  if (sign === 'by_kind' && (columns.kind === undefined || !kinds || both))
    complain('sign', 'by_kind needs the columns kind and amount, and the meaning of their texts in kinds');
  if (skip.some((rule) => !rule.is && !rule.startsWith)) complain('skip', 'each rule needs is or startsWith');
  try {
    compileDateFormat(layout.dateFormat);
  } catch (error) {
    complain('dateFormat', (error as Error).message);
  }
}
