import type { RailTools } from '../provider.ts';
import type { StatementDownload } from '../rail.ts';
import type { PawapayRail } from './client.ts';

type Json = Readonly<Record<string, unknown>>;
type Period = { readonly from: Date; readonly to: Date };

/** pawaPay's times have no zone, and are UTC. */
const timeText = (at: Date) => at.toISOString().slice(0, 19);

/**
 * Asks pawaPay for the statement of the rail's wallet: `POST /v2/statements`.
 * https://docs.pawapay.io/v2/api-reference/finances/initiate-statement
 * @returns its id there
 * @throws if pawaPay refuses it
 */
export async function askForStatement(
  rail: PawapayRail,
  { from, to }: Period,
  callbackUrl: string | null,
): Promise<string> {
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

/**
 * Reads the state of a statement, and the file at the address in the answer.
 * @returns null while pawaPay makes it
 * @throws if pawaPay fails
 */
export async function fetchStatement(
  rail: PawapayRail,
  { download }: RailTools,
  id: string,
  day: string,
): Promise<StatementDownload | null> {
  if (!download) throw new Error('the rail cannot read files');
  const { status, downloadUrl, failureReason } = await stateOf(rail, id);
  if (status === 'PROCESSING') return null;
  if (status !== 'COMPLETED' || typeof downloadUrl !== 'string')
    throw new Error(`pawaPay made no statement: ${codeOf(failureReason) ?? status}`);
  return { name: `pawapay-${rail.currency}-${day}.csv`, bytes: download(downloadUrl) };
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
