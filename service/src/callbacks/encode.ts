import type { Callback } from './callback.ts';

/** A callback as one line of text. */
export function encodeCallback({ body, digest, receivedAt, incoming, ...rest }: Callback): string {
  return JSON.stringify({
    ...rest,
    receivedAt: receivedAt.toISOString(),
    body: body.toString('base64'),
    digest: digest.toString('base64'),
    incoming: incoming.map(({ amount, at, ...money }) => ({ ...money, amount: `${amount}`, at: at.toISOString() })),
  });
}

/** @throws if the line is not a callback */
export function decodeCallback(line: string): Callback {
  const { body, digest, receivedAt, incoming, ...rest } = JSON.parse(line);
  type Money = { amount: string; at: string };
  return {
    ...rest,
    receivedAt: new Date(receivedAt),
    body: Buffer.from(body, 'base64'),
    digest: Buffer.from(digest, 'base64'),
    incoming: incoming.map(({ amount, at, ...money }: Money) => ({
      ...money,
      amount: BigInt(amount),
      at: new Date(at),
    })),
  };
}
