import createClient from 'openapi-fetch';
import type { paths } from './made/openapi-fetch.ts';

const { SERVICE_URL: baseUrl = '', API_KEY } = process.env;
const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${API_KEY}` } });

const body = { amount: 2_500, currency: 'XOF', customer: '+50937001234' } as const;
const { data: created, error } = await api.POST('/api/v1/payments', { body });
if (!created) throw new Error(error.error.code);
for (;;) {
  const { data } = await api.GET('/api/v1/payments/{id}', { params: { path: { id: created.id } } });
  if (data?.status === 'succeeded') break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
console.log(created.id);
