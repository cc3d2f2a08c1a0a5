import type { Answer, Call, Counterpart, Operation, Route, Setting } from '../kit/server.ts';
import type { Account } from './account.ts';
import { authorizationPage } from './authorization-page.ts';
import { sendCallback } from './callback.ts';
import { controlOf } from './control.ts';
import { initiate, readWanted } from './initiate.ts';
import { openAccount } from './open-account.ts';
import { countries } from './operators.ts';
import { idField, viewOf } from './payment.ts';
import { refund } from './refund.ts';
import { Refusal } from './refusal.ts';
import { faultOfRequest, makeKeyPair } from './signatures.ts';
import { openStatements } from './statements.ts';
import { activeConfiguration, availability, predictProvider, publicKeys, walletBalances } from './toolkit.ts';
import { type Kind, reasonOf } from './verdicts.ts';

export const defaults = { country: 'ZM', currency: 'ZMW' };

/** More payouts in one request may be refused. */
const MAX_BULK = 20;

/** pawaPay's Merchant API v2 (https://docs.pawapay.io/v2) of one country. The country decides the operators. */
export function create({ country, kit }: Setting): Counterpart {
  if (!countries[country])
    throw new Error(`pawaPay does not serve ${country}: use ${Object.keys(countries).join(', ')}`);
  Object.assign(kit.settings, {
    callbackUrl: null,
    depositCallbackUrl: null,
    payoutCallbackUrl: null,
    refundCallbackUrl: null,
    signedCallbacks: true,
    signatureEncoding: 'der',
    signedRequestsOnly: false,
    numericAmounts: false,
    minAmount: '1',
    maxAmount: '20000000',
    depositFee: '0',
    payoutFee: '0',
    refundFee: '0',
  });
  const account = openAccount(kit, country);
  const ours = makeKeyPair('COUNTERPART_REQUEST_KEY');
  account.requestKeys.set(ours.id, ours.publicKey);
  return {
    routes: routesOf(account),
    notFound: () => ({ status: 404, body: { failureReason: reasonOf('NOT_FOUND', 'Unknown path or method.') } }),
    credentials: {
      api_token: account.token,
      signed_callbacks: true,
      signing: {
        key_id: ours.id,
        private_key: ours.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        encoding: 'der',
      },
    },
    control: controlOf(account),
    inShape: (kind) =>
      kind === 'too_many'
        ? { status: 429, body: { failureReason: reasonOf('TOO_MANY_REQUESTS', 'Too many requests.') } }
        : { status: 503, headers: { 'content-type': 'text/html' }, body: '<html>Service Unavailable</html>' },
  };
}

function routesOf(account: Account): Route[] {
  const route = (method: string, path: string, operation: Operation, handle: Route['handle']): Route => ({
    method,
    path,
    operation,
    referenceOf: (call) => referenceOf(account, call),
    handle: guarded(account, operation, handle),
  });
  const ok = (body: unknown): Answer => ({ status: 200, body });
  const statements = openStatements(account);
  return [
    route('POST', '/v2/deposits', 'collect', async (call) =>
      ok(await initiate(account, readWanted(account, 'deposit', call.json()))),
    ),
    route('POST', '/v2/payouts', 'payout', async (call) =>
      ok(await initiate(account, readWanted(account, 'payout', call.json()))),
    ),
    route('POST', '/v2/payouts/bulk', 'payout', async (call) => ok(await payMany(account, call.json()))),
    route('POST', '/v2/refunds', 'refund', async (call) => ok(await refund(account, call.json()))),
    ...(['deposit', 'payout', 'refund'] as const).flatMap((kind) => [
      route('GET', `/v2/${kind}s/{id}`, 'ask', (call) => stateOf(account, kind, call)),
      route('POST', `/v2/${kind}s/resend-callback/{id}`, 'other', (call) => resend(account, kind, call)),
    ]),
    route('POST', '/v2/payouts/fail-enqueued/{id}', 'other', (call) => failEnqueued(account, call)),
    route('GET', '/v2/active-conf', 'other', (call) => activeConfiguration(account, call)),
    route('GET', '/v2/availability', 'other', (call) => availability(account, call)),
    route('POST', '/v2/predict-provider', 'other', (call) => predictProvider(account, call)),
    route('GET', '/v2/wallet-balances', 'other', (call) => walletBalances(account, call)),
    route('POST', '/v2/statements', 'other', statements.create),
    route('GET', '/v2/statements/{id}', 'other', statements.state),
    { method: 'GET', path: '/statement-files/{id}', operation: 'other', handle: statements.download },
    { method: 'GET', path: '/v2/public-key/http', operation: 'other', handle: () => publicKeys(account) },
    {
      method: 'GET',
      path: '/authorize/{id}',
      operation: 'other',
      handle: ({ params }) => authorizationPage(account, params.id!),
    },
  ];
}

/** Token, content type and signature are checked before anything else. */
function guarded(account: Account, operation: Operation, handle: Route['handle']): Route['handle'] {
  const isFinancial = operation === 'collect' || operation === 'payout' || operation === 'refund';
  return async (call) => {
    try {
      requireToken(account, call);
      const hasJson = /^application\/json\b/.test(call.headers['content-type'] ?? '');
      if (call.body.length > 0 && !hasJson) throw new Refusal(400, 'INVALID_INPUT', 'Content-Type is not JSON.');
      if (isFinancial) requireSignature(account, call);
      return await handle(call);
    } catch (error) {
      if (error instanceof Refusal) return error.answer;
      throw error;
    }
  };
}

function requireToken({ token }: Account, { headers }: Call): void {
  const [, given] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
  if (!given) throw new Refusal(401, 'NO_AUTHENTICATION', 'No authentication details were found.');
  if (given !== token) throw new Refusal(403, 'AUTHENTICATION_ERROR', 'The API token is not valid.');
}

/** A signature that is sent must be right, also where the account does not ask for one. */
function requireSignature({ kit, requestKeys }: Account, call: Call): void {
  const isSigned = call.headers.signature !== undefined;
  if (!isSigned && kit.settings.signedRequestsOnly !== true) return;
  const fault = faultOfRequest(call, requestKeys);
  if (fault) throw new Refusal(403, 'HTTP_SIGNATURE_ERROR', fault);
}

/** Our id in the body of a first request, or that of the payment in the path. */
function referenceOf({ payments }: Account, call: Call): string | null {
  if (call.params.id) return payments.get(call.params.id)?.reference ?? null;
  const body = call.json();
  const first = Array.isArray(body) ? body[0] : body;
  if (typeof first !== 'object' || first === null) return null;
  const inMetadata = Array.isArray(first.metadata) ? first.metadata.find((one: object) => 'reference' in one) : null;
  return first.clientReferenceId ?? inMetadata?.reference ?? null;
}

/** Every payout is read before the first is accepted, so a malformed one refuses all. */
async function payMany(account: Account, body: unknown): Promise<unknown[]> {
  if (!Array.isArray(body) || body.length === 0 || body.length > MAX_BULK) {
    throw new Refusal(400, 'INVALID_INPUT', `The payload must be an array of 1 to ${MAX_BULK} payouts.`);
  }
  const wanted = body.map((one) => readWanted(account, 'payout', one));
  const answers: unknown[] = [];
  for (const one of wanted) answers.push(await initiate(account, one));
  return answers;
}

function stateOf({ kit, payments }: Account, kind: Kind, { params }: Call): Answer {
  const payment = payments.get(params.id!.toLowerCase());
  if (payment?.kind !== kind) return { status: 200, body: { status: 'NOT_FOUND' } };
  return { status: 200, body: { status: 'FOUND', data: viewOf(payment, kit.settings.numericAmounts === true) } };
}

async function resend(account: Account, kind: Kind, { params }: Call): Promise<Answer> {
  const id = params.id!.toLowerCase();
  const payment = account.payments.get(id);
  const rejected = (code: string, text: string): Answer => ({
    status: 200,
    body: { [idField[kind]]: id, status: 'REJECTED', failureReason: reasonOf(code, text) },
  });
  if (payment?.kind !== kind) return rejected('NOT_FOUND', `Payment with ID #${id} not found`);
  if (payment.status !== 'COMPLETED' && payment.status !== 'FAILED') {
    return rejected('INVALID_STATE', 'The payment has no final status');
  }
  void sendCallback(account, payment);
  return { status: 200, body: { [idField[kind]]: id, status: 'ACCEPTED' } };
}

function failEnqueued(account: Account, { params }: Call): Answer {
  const payoutId = params.id!.toLowerCase();
  const payment = account.payments.get(payoutId);
  const rejected = (code: string, text: string): Answer => ({
    status: 200,
    body: { payoutId, status: 'REJECTED', failureReason: reasonOf(code, text) },
  });
  if (payment?.kind !== 'payout') return rejected('NOT_FOUND', `Payout with ID #${payoutId} not found`);
  if (payment.status !== 'ENQUEUED') return rejected('INVALID_STATE', 'The payout is not enqueued');
  account.kit.at(account.kit.now(), () =>
    account.settle(payment, { kind: 'fails', reason: reasonOf('MANUALLY_CANCELLED') }),
  );
  return { status: 200, body: { payoutId, status: 'ACCEPTED' } };
}
