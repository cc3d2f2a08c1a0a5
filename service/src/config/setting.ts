/**
 * One setting: its default as text, its purpose, and how its text is read. `read` throws a description of the allowed
 * values.
 */
export type Setting<T> = {
  readonly standard: string;
  readonly about: string;
  readonly read: (text: string) => T;
  /** Not repeated in a message, because it is a credential or may contain one. `read` does not quote it either. */
  readonly secret: boolean;
};

export type ValuesOf<S extends Record<string, { read: (text: string) => unknown }>> = {
  readonly [K in keyof S]: ReturnType<S[K]['read']>;
};

export const setting = <T>(standard: string, about: string, read: (text: string) => T): Setting<T> => ({
  standard,
  about,
  read,
  secret: false,
});

export const secretSetting = <T>(standard: string, about: string, read: (text: string) => T): Setting<T> => ({
  ...setting(standard, about, read),
  secret: true,
});

export const asIs = (text: string) => text;

export const integer = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new Error(`must be a whole number from ${min} to ${max}`);
  return value;
};

export const oneOf =
  <const V extends readonly string[]>(...values: V) =>
  (text: string): V[number] => {
    if (!values.includes(text)) throw new Error(`must be one of: ${values.join(', ')}`);
    return text;
  };

export const onOff = (text: string) => oneOf('on', 'off')(text) === 'on';

/** Reads a URL and removes slashes at its end. */
export function readUrl(text: string): string {
  if (text === '') return '';
  if (!URL.canParse(text) || !/^https?:/.test(text)) throw new Error('must be an http or https URL');
  return text.replace(/\/+$/, '');
}

export function readBucket(text: string): string {
  if (text !== '' && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text)) throw new Error('must be a valid bucket name');
  return text;
}
