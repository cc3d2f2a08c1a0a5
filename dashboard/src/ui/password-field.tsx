import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';

type PasswordFieldProps = Omit<PasswordInputProps, 'onChange'> & { onType: (password: string) => void };

/** A password that is asked for, with the eye that shows it. */
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
