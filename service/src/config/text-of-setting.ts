import { readFileSync } from 'node:fs';

type Env = Readonly<Record<string, string | undefined>>;

/** Where the text of a setting was read from. `file` is set if it is the content of a file. */
export type SettingText = { readonly text: string; readonly file?: string };

/** The variable that names the file of a secret setting, as secrets of Docker, Kubernetes and systemd are files. */
export const fileVariable = (name: string) => `${name}_FILE`;

/**
 * Reads the text of a setting from its variable, or a secret from the file that `<NAME>_FILE` names. Without either it
 * returns an empty text.
 * @throws an error that says what is wrong with the file, without its content
 */
export function textOfSetting(name: string, secret: boolean, env: Env): SettingText {
  const text = env[name]?.trim() ?? '';
  const variable = fileVariable(name);
  const file = secret ? env[variable]?.trim() : undefined;
  if (!file) return { text };
  if (text !== '') throw new Error(`${name} and ${variable} are both set. Set one of them`);
  return { text: readSecretFile(variable, file), file };
}

function readSecretFile(variable: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`${variable} names ${file}, which cannot be read (${code ?? message})`);
  }
  if (text === '') throw new Error(`${variable} names ${file}, which is empty`);
  return text;
}
