import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { signAttempt } from '../core/signature.ts';
import { hasSucceeded, type Sender } from '../webhooks/send.ts';

/** The head of the chain as a witness keeps it. */
export type WitnessedHead = {
  readonly object: 'seal_head';
  readonly number: number;
  readonly hash: string;
  readonly total: number;
  readonly sealed_at: string;
};

/** Keeps a head outside the database. @throws Error if it could not be kept */
export type Witness = (head: WitnessedHead) => Promise<void>;

const FILE = 'seal-heads.jsonl';

/** Appends each head to a file in this directory and flushes it to the disk. The directory must exist. */
export const directoryWitness =
  (directory: string): Witness =>
  async (head) => {
    const file = await open(join(directory, FILE), 'a', 0o640);
    try {
      await file.appendFile(`${JSON.stringify(head)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  };

export type UrlWitness = {
  readonly url: string;
  readonly secret: string;
  /** Connects only to addresses that webhooks may reach. */
  readonly sender: Sender;
  readonly headerPrefix: string;
  readonly userAgent: string;
};

/** POSTs each head, signed as a webhook is. Any status other than 2xx is a failure. */
export function urlWitness({ url, secret, sender, headerPrefix, userAgent }: UrlWitness): Witness {
  return async (head) => {
    const body = Buffer.from(JSON.stringify(head));
    const id = `seal_${head.number}`;
    const t = Math.floor(Date.now() / 1_000);
    const named = { endpointId: 'seal_witness', eventId: id, deliveryId: id, attempt: 1 };
    const signature = signAttempt({ secrets: { current: secret }, ...named, t, body, headerPrefix });
    const headers = { 'content-type': 'application/json', 'user-agent': userAgent, ...signature };
    const outcome = await sender.send({ url, headers, body });
    if (hasSucceeded(outcome)) return;
    throw new Error(outcome.error?.message ?? `the witness answered ${outcome.responseStatus}`);
  };
}
