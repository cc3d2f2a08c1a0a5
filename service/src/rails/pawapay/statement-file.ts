import { setTimeout as sleep } from 'node:timers/promises';
import type { RailTools } from '../provider.ts';
import type { StatementDownload } from '../rail.ts';
import type { PawapayRail } from './client.ts';

const ASK_EVERY_MS = 2_000;
/** A statement of a day takes seconds. Its reader's claim lasts longer than this. */
const MOST_MS = 180_000;

type Json = Readonly<Record<string, unknown>>;
type Period = { readonly from: Date; readonly to: Date };

/**
 * Lets pawaPay make the statement of the rail's wallet, and waits for it: `POST /v2/statements`, then its state, then
 * the file at the address in the answer. https://docs.pawapay.io/v2/api-reference/finances/initiate-statement
 * @throws if pawaPay refuses the statement, fails, or takes longer than three minutes
 */
export async function makeStatementFile(
  rail: PawapayRail,
  tools: RailTools,
  { from, to }: Period,
  everyMs = ASK_EVERY_MS,
): Promise<StatementDownload> {
  const { download } = tools;
  if (!download) throw new Error('the rail cannot read files');
  const callbackUrl = tools.railCallbackUrl();
  const id = await askFor(rail, { from, to }, callbackUrl);
  const began = performance.now();
  for (;;) {
    const { status, downloadUrl, failureReason } = await stateOf(rail, id);
    if (status === 'COMPLETED' && typeof downloadUrl === 'string') {
      const name = `pawapay-${rail.currency}-${from.toISOString().slice(0, 10)}.csv`;
      return { name, bytes: download(downloadUrl) };
    }
    if (status !== 'PROCESSING') throw new Error(`pawaPay made no statement: ${codeOf(failureReason) ?? status}`);
    if (performance.now() - began > MOST_MS) throw new Error('pawaPay has not made the statement within three minutes');
    await sleep(everyMs);
  }
}

/** pawaPay's times have no zone, and are UTC. */
const timeText = (at: Date) => at.toISOString().slice(0, 19);

async function askFor(rail: PawapayRail, { from, to }: Period, callbackUrl: string | null): Promise<string> {
  const body = {
    wallet: await walletOf(rail),
    ...(callbackUrl === null ? {} : { callbackUrl }),
    ...{ startDate: timeText(from), endDate: timeText(to), compressed: false },
  };
  const { statementId, status, failureReason } = bodyOf(await rail.client.post('/v2/statements', body));
  if (status !== 'ACCEPTED' || typeof statementId !== 'string')
    throw new Error(`pawaPay refused the statement: ${codeOf(failureReason) ?? status}`);
  return statementId;
}

/** A wallet of the operator alone has its name; the common wallet has none. */
async function walletOf({ client, country, currency, credentials }: PawapayRail): Promise<Json> {
  const { balances } = bodyOf(await client.get(`/v2/wallet-balances?country=${country}`));
  const wallets = (Array.isArray(balances) ? (balances as Json[]) : []).filter((one) => one.currency === currency);
  const own = wallets.find(({ provider }) => provider !== undefined && provider === credentials.operator);
  return { country, currency, ...(own ? { provider: own.provider } : {}) };
}

async function stateOf(rail: PawapayRail, id: string): Promise<Json> {
  const { status, data } = bodyOf(await rail.client.get(`/v2/statements/${id}`));
  if (status !== 'FOUND' || typeof data !== 'object' || data === null)
    throw new Error(`pawaPay does not know the statement: ${status}`);
  return data as Json;
}

function bodyOf(response: Awaited<ReturnType<PawapayRail['client']['get']>>): Json {
  if (response.kind !== 'answered') throw new Error(`the statement could not be read: ${response.why}`);
  if (response.status !== 200) throw new Error(`the statement could not be read: pawaPay answered ${response.status}`);
  return (response.json ?? {}) as Json;
}

const codeOf = (reason: unknown): string | null => {
  const { failureCode } = (reason ?? {}) as Json;
  return typeof failureCode === 'string' ? failureCode : null;
};
