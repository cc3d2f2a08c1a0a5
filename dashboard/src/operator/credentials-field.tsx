import { Textarea } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';

/** @returns the JSON object; null if the text is none */
export function readCredentials(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

type Schema = { readonly properties?: Readonly<Record<string, unknown>> };
type FieldProps = { value: string; onType: (value: string) => void; schema: object | undefined };

/** The credentials as the provider's JSON. They are sent once, and no answer has them. */
export function CredentialsField({ value, onType, schema }: FieldProps) {
  const { t } = useTexts();
  const fields = Object.keys((schema as Schema | undefined)?.properties ?? {}).join(', ');
  const isWrong = value.trim() !== '' && readCredentials(value) === null;
  return (
    <Textarea
      label={t('operator.credentials')}
      description={fields}
      required
      autosize
      minRows={3}
      maxRows={12}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      error={isWrong && t('operator.credentialsWrong')}
    />
  );
}
