import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';

type FindFormProps = { label: string; placeholder: string; value: string; onFind: (typed: string) => void };

/** Operators search for one record instead of paging through all. */
export function FindForm({ label, placeholder, value, onFind }: FindFormProps) {
  const { t } = useTexts();
  const [text, setText] = useState(value);
  const find = (event: FormEvent) => {
    event.preventDefault();
    onFind(text.trim());
  };
  return (
    <form onSubmit={find}>
      <Group align="flex-end" mb="md">
        <TextInput
          label={label}
          placeholder={placeholder}
          w={340}
          maw="100%"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {t('operator.find')}
        </Button>
      </Group>
    </form>
  );
}
