import { examples, sampleIds } from './examples.ts';
import { tags } from './guide.ts';
import { isAuthRoute, type Route } from './route.ts';
import { routes } from './routes.ts';

type Json = { [key: string]: unknown };

/**
 * Every route as a request, in the format that Postman (v2.1), Bruno and Insomnia read. The user fills in the variables
 * `baseUrl`, `apiKey` and `userToken`.
 */
export function renderCollection(): Json {
  const table = Object.values<Route>(routes);
  return {
    info: { name: 'Rialto', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    variable: [
      { key: 'baseUrl', value: 'http://localhost:3000' },
      { key: 'apiKey', value: '' },
      { key: 'userToken', value: '' },
    ],
    item: tags
      .map(({ name }) => ({ name, item: table.filter(({ tag }) => tag === name).map(requestOf) }))
      .filter(({ item }) => item.length > 0),
  };
}

function requestOf(route: Route): Json {
  const path = route.path.split('/').filter((part) => part !== '');
  const { request } = examples[route.id as keyof typeof routes];
  return {
    name: route.summary,
    request: {
      method: route.method,
      description: route.description ?? '',
      auth: authOf(route),
      header: [
        ...(route.body ? [{ key: 'Content-Type', value: 'application/json' }] : []),
        ...(route.method === 'POST' && !isAuthRoute(route) ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
      ],
      ...(route.body ? { body: { mode: 'raw', raw: JSON.stringify(request ?? {}, null, 2) } } : {}),
      url: {
        raw: `{{baseUrl}}/api/v1${route.path.replace(/\{(\w+)\}/g, ':$1')}`,
        host: ['{{baseUrl}}'],
        path: ['api', 'v1', ...path.map((part) => part.replace(/^\{(\w+)\}$/, ':$1'))],
        variable: variablesOf(route),
      },
    },
  };
}

function authOf({ auth }: Route): Json {
  if (auth === 'none') return { type: 'noauth' };
  const value = auth.includes('key') ? '{{apiKey}}' : '{{userToken}}';
  return { type: 'bearer', bearer: [{ key: 'token', value, type: 'string' }] };
}

/** Samples of parameters that are not ids. */
const others: Readonly<Record<string, string>> = { slug: 'mtn-ug' };

function variablesOf({ params }: Route): Json[] {
  const schemas =
    (params as { properties?: Record<string, { pattern?: string; enum?: string[] }> } | undefined)?.properties ?? {};
  return Object.entries(schemas).map(([key, { pattern, enum: words }]) => ({
    key,
    value:
      Object.values(sampleIds).find((id) => pattern && new RegExp(pattern).test(id)) ?? words?.[0] ?? others[key] ?? '',
  }));
}
