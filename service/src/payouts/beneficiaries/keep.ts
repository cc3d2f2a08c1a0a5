import {
  type keepBeneficiaries,
  MOST_BENEFICIARIES,
  type NewBeneficiary,
} from '../../../../contract/src/beneficiaries.ts';
import { type Fault, fault } from '../../../../contract/src/reasons.ts';
import type { InputOf } from '../../../../contract/src/route.ts';
import { readRecipient } from '../../core/payout.ts';
import type { Tx } from '../../db/transaction.ts';
import { renderList } from '../../http/list.ts';
import { refuseAll } from '../../http/validate.ts';
import type { Command } from '../../kernel/command.ts';
import { newId } from '../../kernel/new-id.ts';
import { answerEach, type Detail, detailOf, Refusal } from '../../kernel/refusal.ts';
import {
  type BeneficiaryRow,
  countBeneficiaries,
  keepRows,
  lockWorldOfBeneficiaries,
  selectByRecipient,
} from './store.ts';
import { renderBeneficiary } from './view.ts';

/** Adds people to the caller's list, and changes those who are in it. */
export function keepInList(tx: Tx, commands: Command<InputOf<typeof keepBeneficiaries>>[]) {
  return answerEach(commands, async ({ caller, input }) => {
    const items = checkPeople(input.items);
    await tx.query(lockWorldOfBeneficiaries, [caller.world]);
    const recipients = items.map(({ recipient }) => recipient);
    const found = await tx.query<BeneficiaryRow>(selectByRecipient, [caller.world, recipients]);
    const before = new Map(found.map((row) => [row.recipient, row]));
    const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(countBeneficiaries, [caller.world]);
    if (count + items.length - before.size > MOST_BENEFICIARIES)
      throw new Refusal('too_many_records', `A list has at most ${MOST_BENEFICIARIES} people. Remove some first.`);
    const rows = items.map((item) => merge(item, before.get(item.recipient), input.add_to_group));
    const kept = await tx.query<BeneficiaryRow>(keepRows, [caller.world, JSON.stringify(rows)]);
    const after = new Map(kept.map((row) => [row.recipient, row]));
    const rendered = recipients.map((recipient) => renderBeneficiary(after.get(recipient)!));
    return renderList('/api/v1/beneficiaries', rendered, false);
  });
}

/** @throws Refusal that names wrong recipients, and a person who is given twice */
function checkPeople(items: readonly NewBeneficiary[]): NewBeneficiary[] {
  const details: Detail[] = [];
  const first = new Map<string, number>();
  const read = items.map((item, i) => {
    const refuse = (field: string, found: Fault) => details.push(detailOf(`items[${i}].${field}`, found));
    const recipient = readRecipient(item.recipient);
    if (recipient === null) refuse('recipient', fault('not_recipient'));
    else if (first.has(recipient))
      refuse('recipient', fault('reference_used_by', { other: `items[${first.get(recipient)}]` }));
    else first.set(recipient, i);
    if ((item.amount ?? null) !== null && !item.currency)
      refuse('currency', fault('required_with', { other: 'amount' }));
    return { ...item, recipient: recipient ?? item.recipient };
  });
  if (details.length > 0) throw refuseAll(details);
  return read;
}

function merge(item: NewBeneficiary, before: BeneficiaryRow | undefined, group: string | undefined) {
  const { reference = before?.reference ?? null, groups = before?.groups ?? [] } = item;
  const hasAmount = item.amount !== undefined;
  const amount = hasAmount ? item.amount : before?.amount === null ? null : Number(before?.amount ?? 0) || null;
  return {
    ...{ id: newId('ben'), recipient: item.recipient, name: item.name, reference },
    groups: [...new Set(group === undefined ? groups : [...groups, group])].sort(),
    amount,
    currency: amount === null ? null : hasAmount ? item.currency : before!.currency,
  };
}
