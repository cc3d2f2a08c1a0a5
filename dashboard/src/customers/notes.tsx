import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CustomerFile, CustomerNote } from '../../../contract/src/customers.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Id } from '../ui/copy.tsx';
import { Section } from '../ui/section.tsx';
import { FormError, faultOf } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import classes from './customers.module.css';

const MOST = 1_000;
const stale = ['/customers/{id}'] as const;

/** The notes of the merchant's people about a customer, and a field to write more. */
export function Notes({ customer: { id, notes } }: { customer: CustomerFile }) {
  const { t } = useTexts();
  const mayWrite = useMayChange()('money') === true;
  if (!mayWrite && notes.length === 0) return null;
  return (
    <Section title={t('customers.notes')}>
      <ul className={classes.notes}>
        {notes.map((note) => (
          <Note key={note.id} note={note} mayWrite={mayWrite} />
        ))}
      </ul>
      {mayWrite && <NewNote customer={id} />}
    </Section>
  );
}

function NewNote({ customer }: { customer: string }) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const add = useChange('POST', '/customers/{id}/notes', stale);
  const submit = () => add.run({ params: { id: customer }, body: { text } }).then(() => setText(''));
  return (
    <NoteForm text={text} onText={setText} label={t('customers.addNote')} pending={add.isPending} error={add.error}>
      {{ submit }}
    </NoteForm>
  );
}

function Note({ note, mayWrite }: { note: CustomerNote; mayWrite: boolean }) {
  const { t } = useTexts();
  const [text, setText] = useState<string | null>(null);
  const [asking, ask] = useState(false);
  const params = { id: note.customer, note: note.id };
  const change = useChange('PATCH', '/customers/{id}/notes/{note}', stale);
  const remove = useChange('DELETE', '/customers/{id}/notes/{note}', stale);
  if (text !== null) {
    const submit = () => change.run({ params, body: { text } }).then(() => setText(null));
    return (
      <li>
        <NoteForm
          text={text}
          onText={setText}
          label={t('customers.note')}
          pending={change.isPending}
          error={change.error}
        >
          {{ submit, cancel: () => setText(null) }}
        </NoteForm>
      </li>
    );
  }
  return (
    <li>
      <p className={classes.text}>{note.text}</p>
      <Text component="div" size="xs" c="var(--calm)" className={classes.by}>
        {note.author_name ?? <Id id={note.author} />} · <Time at={note.created_at} />
        {mayWrite && (
          <>
            <Button variant="subtle" size="compact-xs" onClick={() => setText(note.text)}>
              {t('customers.edit')}
            </Button>
            <Button variant="subtle" size="compact-xs" onClick={() => ask(true)}>
              {t('customers.delete')}
            </Button>
          </>
        )}
      </Text>
      <Confirm
        opened={asking}
        onClose={() => ask(false)}
        title={t('customers.deleteTitle')}
        act={t('customers.delete')}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.run({ params }).then(
            () => ask(false),
            () => undefined,
          )
        }
      >
        {note.text}
      </Confirm>
    </li>
  );
}

type NoteFormProps = {
  text: string;
  onText: (text: string) => void;
  label: string;
  pending: boolean;
  error: unknown;
  children: { readonly submit: () => Promise<unknown>; readonly cancel?: () => void };
};

function NoteForm({ text, onText, label, pending, error, children: { submit, cancel } }: NoteFormProps) {
  const { t } = useTexts();
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit().catch(() => undefined);
  };
  return (
    <form onSubmit={send}>
      <Stack maw={560} gap={8}>
        <Textarea
          label={label}
          value={text}
          maxLength={MOST}
          autosize
          minRows={2}
          onChange={(event) => onText(event.currentTarget.value)}
          error={faultOf(error, 'text')}
        />
        <FormError error={error} />
        <Group gap={8}>
          <Button type="submit" variant="default" loading={pending} disabled={text.trim() === ''}>
            {t('ui.save')}
          </Button>
          {cancel && (
            <Button variant="subtle" onClick={cancel}>
              {t('ui.back')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
