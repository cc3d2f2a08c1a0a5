import { Select } from '@mantine/core';

type ChoiceProps<T extends string> = {
  label: string;
  options: readonly T[];
  /** The text of an option. Default: the option itself. */
  nameOf?: (option: T) => string;
  value: T;
  onChange: (option: T) => void;
};

/** A select in which one option is always chosen. */
export function Choice<T extends string>({ label, options, nameOf = String, value, onChange }: ChoiceProps<T>) {
  return (
    <Select
      label={label}
      data={options.map((option) => ({ value: option, label: nameOf(option) }))}
      allowDeselect={false}
      value={value}
      onChange={(chosen) => chosen && onChange(chosen as T)}
    />
  );
}
