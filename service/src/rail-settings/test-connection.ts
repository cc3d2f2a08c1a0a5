import type { RailTest } from '../../../contract/src/rail-settings.ts';
import { type BuildOptions, connectRail } from '../rails/build-rail.ts';
import { hideSecrets } from '../rails/credentials.ts';
import type { RailHttp, RailResponse } from '../rails/http.ts';
import type { Balance, LookedUp, Rail } from '../rails/rail.ts';
import { toRailRow } from '../rails/store.ts';
import { explainResponse } from './explain-response.ts';
import type { RailRecord } from './store.ts';
import { examplePhone, unknownPayment } from './unknown-payment.ts';

type Step = RailTest['steps'][number];
type Name = Step['name'];
type Seen = { readonly path: string; readonly response: RailResponse };

const step = (name: Name, result: Step['result'], message: string): Step => ({ name, result, message });
/** MTN, Daraja and others fetch a token at an address that says so. */
const isToken = ({ path }: Seen) => /token|oauth/i.test(path);

/**
 * Tests the connection of a rail, the proposed one if there is one: fetches a token, a balance and a lookup, and asks
 * for a payment that does not exist. It moves no money. A step that the provider does not support does not fail.
 * @param phone E.164; null: an example number of the rail's country
 */
export async function testConnection(
  record: RailRecord,
  options: Omit<BuildOptions, 'db'>,
  phone: string | null = null,
): Promise<RailTest> {
  const row = toRailRow({ ...record, base_url: record.proposed_base_url ?? record.base_url });
  const credentials = record.proposed_credentials ?? record.credentials!;
  const seen: Seen[] = [];
  const watch =
    (http: RailHttp): RailHttp =>
    async (request) => {
      const response = await http(request);
      seen.push({ path: request.path, response });
      return response;
    };
  const done = (steps: Step[]): RailTest => ({
    ...{ object: 'rail_test', rail: record.slug },
    succeeded: steps.every(({ result }) => result !== 'failed'),
    steps,
  });
  let connected: ReturnType<typeof connectRail>;
  try {
    connected = connectRail({ row, credentials }, options, watch);
  } catch (error) {
    return done([step('connection', 'failed', (error as Error).message)]);
  }
  const { rail, credentials: opened, close } = connected;
  const asked = phone ?? examplePhone(record.country);
  const balance = await runStep('balance', rail.balance && (() => rail.balance!().then(sayBalance)), seen);
  const lookup = await runStep('lookup', lookUpWith(rail, asked, record.currency), seen);
  const question = await runStep('question', askWith(rail, record), seen);
  await close().catch(() => {});
  const steps = [sayConnection(row.baseUrl, seen), sayToken(seen), balance, lookup, question];
  return done(steps.map((one) => ({ ...one, message: hideSecrets(one.message, opened) })));
}

function lookUpWith(rail: Rail, phone: string | null, currency: string): (() => Promise<string>) | undefined {
  if (!rail.lookUp || phone === null) return undefined;
  return () => rail.lookUp!({ phone, currency, name: null, amount: null }).then((found) => sayLookup(phone, found));
}

function askWith(rail: Rail, record: RailRecord): (() => Promise<string>) | undefined {
  if (!rail.check) return undefined;
  return async () => {
    const answer = await rail.check!(unknownPayment(record));
    if (answer.state === 'not_taken') throw new Error(answer.why ?? answer.state);
    return 'The provider answers questions about payments.';
  };
}

/** A connector may take a lookup that the provider refuses for one without a result. */
const isRefused = (response: RailResponse | undefined): boolean =>
  response !== undefined && (response.kind !== 'answered' || response.status === 401);

async function runStep(name: Name, run: (() => Promise<string>) | undefined, seen: readonly Seen[]): Promise<Step> {
  if (!run) return step(name, 'not_supported', `This provider has no ${name}.`);
  const before = seen.length;
  try {
    const message = await run();
    const last = seen.length > before ? seen.at(-1)!.response : undefined;
    return isRefused(last) ? step(name, 'failed', explainResponse(last!)!) : step(name, 'succeeded', message);
  } catch (error) {
    const answers = seen.slice(before).map(({ response }) => explainResponse(response));
    const explained = answers.filter((text) => text !== null).at(-1);
    const { message } = error as Error;
    return step(name, 'failed', explained ? `${explained} (${message})` : message);
  }
}

function sayConnection(baseUrl: string, seen: readonly Seen[]): Step {
  if (seen.length === 0)
    return step('connection', 'not_supported', 'This provider has nothing to ask for without money.');
  if (seen.some(({ response }) => response.status !== null))
    return step('connection', 'succeeded', `${baseUrl} answers.`);
  return step('connection', 'failed', explainResponse(seen[0]!.response)!);
}

function sayToken(seen: readonly Seen[]): Step {
  const asked = seen.filter(isToken);
  if (asked.length === 0)
    return step('token', 'not_supported', 'The credentials are sent with each request, without a token.');
  const failed = asked.filter(({ response }) => explainResponse(response) !== null);
  if (failed.length > 0) return step('token', 'failed', `${explainResponse(failed[0]!.response)} (${failed[0]!.path})`);
  return step('token', 'succeeded', 'The provider gave a token.');
}

function sayBalance(balances: readonly Balance[]): string {
  if (balances.length === 0) return 'The provider took the question and answers it later, by callback.';
  return balances.map(({ currency, available }) => `${available} ${currency} (minor units)`).join(', ');
}

function sayLookup(phone: string, { exists, canReceive }: LookedUp): string {
  const said = (value: boolean | null) => (value === null ? 'unknown' : value ? 'yes' : 'no');
  return `${phone}: account ${said(exists)}, can receive ${said(canReceive)}.`;
}
