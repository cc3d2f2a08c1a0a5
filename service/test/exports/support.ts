import { type TestMerchant, until } from '../support/harness.ts';

/** Creates an export and waits for its end. */
export async function exported(
  shop: TestMerchant,
  body: { resource: string; format: string; filters?: object },
): Promise<any> {
  const answer = await shop.call('POST', '/exports', body);
  if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
  return finished(shop, answer.body.id);
}

export const finished = (shop: TestMerchant, id: string): Promise<any> =>
  until(async () => {
    const { body } = await shop.call('GET', `/exports/${id}`);
    return (body.status === 'completed' || body.status === 'failed') && body;
  });

/** The file, as bytes. */
export async function fileOf(base: string, { key }: { key: string }, { file }: { file: string }): Promise<Buffer> {
  const response = await fetch(base + file, { headers: { authorization: `Bearer ${key}` } });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

/** The cells of each line of a CSV file without quoted line breaks. */
export const linesOf = (file: Buffer) =>
  file
    .toString()
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.split(','));
