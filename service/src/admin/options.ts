import { InvalidArgumentError, Option } from 'commander';
import { sayFault } from '../../../contract/src/reasons.ts';
import { faultOfText, normaliseText } from '../../../contract/src/text.ts';

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

/** Normalises a text for people or the audit log, as the API does. */
export const readText = (max: number) => (text: string) => {
  const fault = faultOfText(text, 'name');
  if (fault) throw new InvalidArgumentError(sayFault(fault));
  const read = normaliseText(text, 'name');
  if (read === '' || [...read].length > max) throw new InvalidArgumentError(`must have 1 to ${max} characters`);
  return read;
};
