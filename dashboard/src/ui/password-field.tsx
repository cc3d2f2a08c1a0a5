import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';

type PasswordFieldProps = Omit<PasswordInputProps, 'onChange'> & { onType: (password: string) => void };

/** A password field with a button that shows the password. */
export function PasswordField({ onType, ...props }: PasswordFieldProps) {
  const { t } = useTexts();
  return (
    <PasswordInput
      required
      withAsterisk={false}
      visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      {...props}
    />
  );
}
