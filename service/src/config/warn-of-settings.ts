import { fileVariables, formerNames, settings } from './config.ts';
import { findMisspelt } from './misspelt.ts';

/** @returns a sentence for each variable that is almost a setting or has a new name */
export function warnOfSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  const renamed = Object.entries(formerNames).filter(([, former]) => env[former]?.trim());
  const former = new Set(Object.values(formerNames));
  return [
    ...renamed.map(([name, old]) =>
      env[name]?.trim()
        ? `Setting ${old} is ignored, because ${name} is set too.`
        : `Setting ${old} is now called ${name}. The old name still works.`,
    ),
    ...findMisspelt(env, [...Object.keys(settings), ...Object.values(fileVariables)])
      .filter(({ name }) => !former.has(name))
      .map(({ name, meant }) => `Unknown setting ${name} is ignored. Did you mean ${meant}?`),
  ];
}
