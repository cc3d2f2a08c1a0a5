import { client } from './made/hey-api/client.gen.ts';
import { createPayment, getPayment } from './made/hey-api/sdk.gen.ts';

const { SERVICE_URL: baseUrl = '', API_KEY } = process.env;
client.setConfig({ baseUrl: baseUrl as never, auth: () => API_KEY });

const body = { amount: 2_500, currency: 'XOF', customer: '+50937001234' } as const;
const { data: created, error } = await createPayment({ body });
if (!created) throw new Error(error?.error.code);
for (;;) {
  const { data } = await getPayment({ path: { id: created.id } });
  if (data?.status === 'succeeded') break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
console.log(created.id);
