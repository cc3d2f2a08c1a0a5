import { referenceIn } from './callback-url.ts';
import type { World } from './world.ts';

/** A parameter without a value is sent with its key alone. */
export type Parameter = readonly [key: string, value?: unknown];

export type ResultOf = {
  readonly resultUrl: string;
  readonly queueTimeOutUrl: string;
  /** Names the callback to the control (modes by reference); questions have names of their own. */
  readonly callbackName: string;
  readonly code: string;
  readonly text: string;
  readonly originatorConversationId: string;
  readonly conversationId: string;
  readonly transactionId: string;
  readonly parameters: readonly Parameter[];
  /** The result that says the opposite, for the control's mode `opposite`; absent: the true one is sent. */
  readonly opposite?: Pick<ResultOf, 'code' | 'text' | 'parameters'>;
};

export const PROCESSED = 'The service request is processed successfully.';

/** The name of our id in the address, or a name that control cannot choose. */
export const callbackNameOf = (resultUrl: unknown, otherwise: string): string => referenceIn(resultUrl) ?? otherwise;

/** Sends a result to its ResultURL, or to the QueueTimeOutURL while control says so. */
export async function sendResult(world: World, result: ResultOf): Promise<void> {
  const { settings, callbacks } = world.kit;
  const left = Number(settings.queueTimeouts ?? 0);
  const isLate = left > 0;
  if (isLate) settings.queueTimeouts = left - 1;
  const body = (changed: Partial<ResultOf>) => JSON.stringify(bodyOf(world, { ...result, ...changed }));
  await callbacks.send({
    reference: result.callbackName,
    method: 'POST',
    url: isLate ? result.queueTimeOutUrl : result.resultUrl,
    headers: { 'content-type': 'application/json' },
    body: isLate ? body({ code: '1', text: 'The service request timed out.', parameters: [] }) : body({}),
    variants: {
      otherAmount: () => body({ parameters: result.parameters.map(withMore) }),
      ...(result.opposite ? { opposite: () => body(result.opposite!) } : {}),
      unknown: () => body({ conversationId: 'AG_20191219_forged', originatorConversationId: 'forged' }),
    },
  });
}

/** One shilling more. */
const withMore = ([key, value]: Parameter): Parameter => {
  if (value === undefined) return [key];
  const decimal = (value as { rawJSON?: string } | null)?.rawJSON ?? value;
  return [key, /^(Transaction)?Amount$/.test(key) ? Number(decimal) + 1 : value];
};

/** Codes are sent as text or number, parameters in any order, and a single one without its list. */
function bodyOf(world: World, result: ResultOf): object {
  const isNumber = /^\d+$/.test(result.code) && world.chance() < 0.5;
  const parameters = shuffled(world, result.parameters).map(([key, value]) =>
    value === undefined ? { Key: key } : { Key: key, Value: value },
  );
  const list = parameters.length === 1 ? parameters[0] : parameters;
  return {
    Result: {
      ResultType: 0,
      ResultCode: isNumber ? Number(result.code) : result.code,
      ResultDesc: result.text,
      OriginatorConversationID: result.originatorConversationId,
      ConversationID: result.conversationId,
      TransactionID: result.transactionId,
      ...(parameters.length > 0 ? { ResultParameters: { ResultParameter: list } } : {}),
      ReferenceData: {
        ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://internalapi.example/results/v1/submit' },
      },
    },
  };
}

export function shuffled<T>(world: World, items: readonly T[]): T[] {
  const keyed = items.map((item) => ({ item, key: world.chance() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/** `150.00`, `"150.00"` or `150`: the provider sends all three. */
export function amountValue(world: World, minor: bigint): unknown {
  const whole = (minor / 100n).toString();
  const chance = world.chance();
  if (chance < 1 / 3) return Number(whole);
  return chance < 2 / 3 ? `${whole}.00` : rawJson(`${whole}.00`);
}

/** JSON.rawJSON keeps the decimals of a number; TypeScript does not know it yet. */
const rawJson = (text: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
