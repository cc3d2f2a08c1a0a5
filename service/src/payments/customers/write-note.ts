import {
  type createCustomerNote,
  type deleteCustomerNote,
  MOST_NOTES,
  type updateCustomerNote,
} from '../../../../contract/src/customers.ts';
import type { InputOf } from '../../../../contract/src/route.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Command } from '../../kernel/command.ts';
import { newId } from '../../kernel/new-id.ts';
import { answerEach, Refusal } from '../../kernel/refusal.ts';
import { countNotes, deleteNote, insertNote, lockWorldOfNotes, type NoteRow, updateNote } from './store.ts';
import { renderNote } from './view.ts';

/** Adds notes to customers. */
export function createNotes(tx: Tx, commands: Command<InputOf<typeof createCustomerNote>>[]) {
  return answerEach(commands, async ({ caller: { world, id: author }, input }) => {
    await tx.query(lockWorldOfNotes, [world]);
    const [customer] = await tx.query<{ phone: string; count: number }>(countNotes, [world, input.id]);
    if (!customer) throw new Refusal('not_found');
    if (customer.count >= MOST_NOTES)
      throw new Refusal('too_many_records', `A customer has at most ${MOST_NOTES} notes. Delete some first.`);
    const values = [world, newId('note'), customer.phone, input.text, author];
    const [row] = await tx.query<NoteRow>(insertNote, values);
    return renderNote(row!);
  });
}

/** Changes notes. Their authors stay. */
export function updateNotes(tx: Tx, commands: Command<InputOf<typeof updateCustomerNote>>[]) {
  return answerEach(commands, async ({ caller: { world }, input: { id, note, text } }) => {
    const [row] = await tx.query<NoteRow>(updateNote, [world, id, note, text]);
    if (!row) throw new Refusal('not_found');
    return renderNote(row);
  });
}

export function deleteNotes(tx: Tx, commands: Command<InputOf<typeof deleteCustomerNote>>[]) {
  return answerEach(commands, async ({ caller: { world }, input: { id, note } }) => {
    const [deleted] = await tx.query(deleteNote, [world, id, note]);
    if (!deleted) throw new Refusal('not_found');
    return JSON.stringify({ id: note, object: 'customer_note', deleted: true });
  });
}
