import { InvalidArgumentError, Option } from 'commander';

export type Mode = 'test' | 'live';

export const modeOption = () => new Option('--mode <mode>').choices(['test', 'live']).default('test');
export const currencyOption = () => new Option('--currency <code>', 'ISO 4217').makeOptionMandatory();

export const readWhole = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new InvalidArgumentError(`must be a whole number from ${min} to ${max}`);
  }
  return value;
};

/** What stands in the audit log, or is shown to people. */
export const readText = (max: number) => (text: string) => {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > max || /\p{Cc}/u.test(trimmed)) {
    throw new InvalidArgumentError(`must have 1 to ${max} characters, in one line`);
  }
  return trimmed;
};
