// Renders a JSON schema of openapi.json as a TypeScript type.

const literal = (value) => JSON.stringify(value);

/** @returns {string} */
export function typeOf(schema) {
  if (schema === undefined || schema === true) return 'unknown';
  if (schema.$ref) return schema.$ref.split('/').pop();
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.map(typeOf).join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  if (schema.type === 'array') return `Array<${typeOf(schema.items)}>`;
  if (schema.type === 'object') return objectOf(schema);
  return (
    { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[schema.type] ??
    'unknown'
  );
}

function objectOf({ properties = {}, required = [], additionalProperties }) {
  const fields = Object.entries(properties).map(([name, schema]) => field(name, schema, required.includes(name)));
  if (fields.length > 0) return `{\n${fields.join('\n')}\n}`;
  if (additionalProperties === false) return 'Record<string, never>';
  return `Record<string, ${typeOf(additionalProperties)}>`;
}

export function field(name, schema, isRequired) {
  const key = /^\w+$/.test(name) ? name : literal(name);
  return `${comment(schema.description)}${key}${isRequired ? '' : '?'}: ${typeOf(schema)};`;
}

export function comment(...paragraphs) {
  const text = paragraphs.filter(Boolean).join('\n\n').replaceAll('*/', '*\\/').trim();
  if (!text) return '';
  if (!text.includes('\n')) return `/** ${text} */\n`;
  return `/**\n${text
    .split('\n')
    .map((line) => ` * ${line}`.trimEnd())
    .join('\n')}\n */\n`;
}

/** Query parameters as one type: `created_at[gte]` becomes `created_at: { gte }`, and a time may be a Date. */
export function queryType(parameters) {
  const groups = new Map();
  for (const parameter of parameters) {
    const [, name, operator] = /^(\w+)(?:\[(\w+)\])?$/.exec(parameter.name);
    const described = { description: parameter.description, ...parameter.schema };
    const type = described.format === 'date-time' ? 'string | Date' : typeOf(described);
    if (!operator) groups.set(name, { type, about: described.description, required: parameter.required });
    else {
      const group = groups.get(name) ?? { operators: [] };
      group.operators.push(`${operator}?: ${type};`);
      groups.set(name, group);
    }
  }
  const fields = [...groups].map(([name, { type, about, required, operators }]) =>
    operators ? `${name}?: { ${operators.join(' ')} };` : `${comment(about)}${name}${required ? '' : '?'}: ${type};`,
  );
  return `{\n${fields.join('\n')}\n}`;
}
