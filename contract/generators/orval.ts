import { createPayment, getPayment } from './made/orval.ts';

const headers = { authorization: `Bearer ${process.env.API_KEY}` };

const created = await createPayment({ amount: 2_500, currency: 'XOF', customer: '+50937001234' }, { headers });
if (created.status !== 201) throw new Error(JSON.stringify(created.data.error));
for (;;) {
  const { data, status } = await getPayment(created.data.id, { headers });
  if (status === 200 && data.status === 'succeeded') break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
console.log(created.data.id);
