export type Json = { [key: string]: unknown };

export const pascal = (words: string) => words.replace(/(?:^|[ ._])(\w)/g, (_, letter: string) => letter.toUpperCase());
export const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** Copies the schema and moves every titled schema in it to the components, once. */
export function lift(schema: unknown, components: Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => lift(item, components));
  if (schema === null || typeof schema !== 'object') return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, lift(value, components)]));
  if (typeof copy.title !== 'string') return copy;
  const name = pascal(copy.title);
  const component = { ...copy, type: 'object' };
  if (components[name] && JSON.stringify(components[name]) !== JSON.stringify(component)) {
    throw new Error(`two schemas have the title ${copy.title}`);
  }
  components[name] = component;
  return Array.isArray(copy.type) ? { anyOf: [ref('schemas', name), { type: 'null' }] } : ref('schemas', name);
}
