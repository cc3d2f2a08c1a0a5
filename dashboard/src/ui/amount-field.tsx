import { TextInput, type TextInputProps } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';

type AmountFieldProps = Omit<TextInputProps, 'onChange'> & {
  currency: string | undefined;
  onType: (text: string) => void;
};

/** A text field for an amount, with its currency at the end. */
export function AmountField({ currency, onType, ...props }: AmountFieldProps) {
  const { t } = useTexts();
  return (
    <TextInput
      label={t('record.amount')}
      inputMode="decimal"
      rightSection={currency}
      rightSectionWidth={54}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      {...props}
    />
  );
}
