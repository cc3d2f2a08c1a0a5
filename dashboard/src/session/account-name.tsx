import { TextInput } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';
import { faultOf } from '../ui/states.tsx';
import type { Kind } from './kind.ts';

/** Merchants have a phone, developers an email address. Operators sign in at an address of their own. */
export const kindOfName = (name: string): Kind => (name.includes('@') ? 'developer' : 'merchant');

type AccountNameProps = {
  /** Null if the name decides. */
  kind: Kind | null;
  value: string;
  onType: (name: string) => void;
  error: unknown;
};

/** The phone or the email address of an account. */
export function AccountName({ kind, value, onType, error }: AccountNameProps) {
  const { t } = useTexts();
  const label = { merchant: t('signIn.phone'), developer: t('signIn.email'), operator: t('signIn.email') };
  const type = { merchant: 'tel', developer: 'email', operator: 'email' };
  return (
    <TextInput
      label={kind ? label[kind] : t('signIn.phoneOrEmail')}
      description={kind === null || kind === 'merchant' ? t('signIn.phoneAdvice') : undefined}
      type={kind ? type[kind] : 'text'}
      autoComplete="username"
      autoCapitalize="off"
      required
      withAsterisk={false}
      value={value}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      error={faultOf(error, (kind ?? kindOfName(value)) === 'merchant' ? 'phone' : 'email')}
    />
  );
}
