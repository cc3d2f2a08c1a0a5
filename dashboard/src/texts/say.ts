/** A catalogue: features, and within them texts or groups of texts. */
export type Catalogue = { readonly [name: string]: string | Catalogue };
export type SayAny = (key: string, values?: Record<string, unknown>) => string;

/** The text of a key such as `payments.step.created`, or undefined. */
export function findText(texts: Catalogue, key: string): string | undefined {
  let found: string | Catalogue | undefined = texts;
  for (const name of key.split('.')) {
    if (typeof found !== 'object' || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return typeof found === 'string' ? found : undefined;
}

/**
 * Says texts of a catalogue. `{{name}}` becomes a value. With a `count`, the key `days` means `days_one` or
 * `days_other`, by the plural rules of the language. A library that does this is 18 KB compressed.
 */
export function createSay(texts: Catalogue, locale: string): SayAny {
  const plurals = new Intl.PluralRules(locale);
  return (key, values = {}) => {
    const { count } = values;
    const counted =
      typeof count === 'number' || typeof count === 'bigint'
        ? (findText(texts, `${key}_${plurals.select(Number(count))}`) ?? findText(texts, `${key}_other`))
        : undefined;
    const text = counted ?? findText(texts, key) ?? key;
    // A value is never read as a text with placeholders of its own.
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
