import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { SEND_MS, SendFailure } from './sender.ts';

const KEPT_BYTES = 64 * 1024;
const BEFORE_RETRY_MS = 250;

/**
 * Each message has its own socket. On a reused socket, a message whose answer is cut off may have arrived, so that it
 * could neither be sent again nor count as sent. `request` follows no redirects.
 */
const agent = new Agent({ pipelining: 0, allowH2: false, maxHeaderSize: 16 * 1024 });

export type Exchange = {
  /** The name of the provider in errors. */
  readonly who: string;
  readonly url: string;
  readonly method: 'POST' | 'PUT' | 'GET';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The part of a refusal's body that may be logged, appended to the status. Nothing if absent. */
  readonly reason?: (text: string) => string;
};

export type ProviderAnswer = { readonly status: number; readonly text: string };

/**
 * Sends one request to an SMS provider, within 10 s. It is retried once only if no connection was made: after no other
 * failure is a duplicate impossible.
 * @throws SendFailure unless the answer is 2xx
 */
export async function exchange(wanted: Exchange, timeoutMs: number = SEND_MS): Promise<ProviderAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await attempt(wanted, signal)
    .catch(async (error) => {
      if (codeOf(error) !== 'ECONNREFUSED') throw error;
      await wait(BEFORE_RETRY_MS, undefined, { signal });
      return attempt(wanted, signal);
    })
    .catch((error) => {
      if (signal.aborted) throw new SendFailure(`${wanted.who} did not answer within ${timeoutMs} ms`);
      throw new SendFailure(`${wanted.who} gave no complete answer (${codeOf(error)})`);
    });
  if (answer.status < 200 || answer.status >= 300)
    throw new SendFailure(`${wanted.who} answered ${answer.status}${wanted.reason?.(answer.text) ?? ''}`);
  return answer;
}

async function attempt({ url, method, headers, body }: Exchange, signal: AbortSignal): Promise<ProviderAnswer> {
  const { statusCode, body: stream } = await request(url, { dispatcher: agent, method, headers, body, signal });
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    kept.push(chunk);
    size += chunk.length;
    if (size > KEPT_BYTES) break;
  }
  return { status: statusCode, text: Buffer.concat(kept).toString('utf8') };
}

/** The system's or library's name for an error. The error's message may quote the request. */
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException)?.code ?? 'no code';

/** The JSON object in an answer, or an empty one. */
export function parseObject(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
