import { toDecimal } from '../kit/money.ts';
import type { Answer, Call, Route, Setting } from '../kit/server.ts';
import { type Access, type Product, products } from './access.ts';
import type { AccountHolders } from './account-holder.ts';
import { apiError, malformed } from './answers.ts';
import { SANDBOX } from './environment.ts';
import { kinds, offers } from './kinds.ts';
import { readOrder } from './order.ts';
import { planOf } from './plan.ts';
import type { Transactions } from './transactions.ts';

export type Parts = {
  readonly setting: Setting;
  /** Decimals of the currency. */
  readonly exponent: number;
  readonly access: Access;
  readonly holders: AccountHolders;
  readonly transactions: Transactions;
};

/** Orders, and the questions about them. */
export function orderRoutes(parts: Parts): Route[] {
  const { access, transactions } = parts;
  return offers.flatMap(({ product, kind, versions }) => [
    ...versions.map(
      (version): Route => ({
        method: 'POST',
        path: `/${product}/${version}/${kind}`,
        operation: kinds[kind].operation,
        referenceOf: (call) => (call.json() as { externalId?: string } | undefined)?.externalId ?? null,
        handle: (call) => access.refusal(call, product) ?? takeOrder(call, { product, kind }, parts),
      }),
    ),
    {
      method: 'GET',
      path: `/${product}/v1_0/${kind}/{id}`,
      operation: 'ask',
      referenceOf: ({ params }) => transactions.find(product, params.id!)?.order.externalId ?? null,
      handle: (call) => {
        const refused = access.refusal(call, product);
        if (refused) return refused;
        const found = transactions.find(product, call.params.id!);
        if (found?.kind !== kind) return apiError(404, 'RESOURCE_NOT_FOUND');
        return { status: 200, body: transactions.view(found) };
      },
    },
  ]);
}

async function takeOrder(
  call: Call,
  { product, kind }: Pick<(typeof offers)[number], 'product' | 'kind'>,
  { setting: { kit, country, currency }, exponent, access, transactions }: Parts,
): Promise<Answer> {
  const { direction, partyField } = kinds[kind];
  const scheme = country === SANDBOX ? 'http:' : 'https:';
  const order = readOrder(call, { currency, exponent, partyField, host: access.hostOf(call), scheme });
  if ('refused' in order) return order.refused;
  if (transactions.find(product, order.id)) return apiError(409, 'RESOURCE_ALREADY_EXIST');
  const partyId = order.party?.partyId ?? '';
  const plan = planOf(direction, partyId, order.amountText, kit.outcomeOf(partyId), kit.settings);
  if (plan.does === 'refuse') return apiError(plan.status, plan.code);
  await transactions.accept(product, kind, order, plan);
  return { status: 202 };
}

/** Balance and account holders, at each product. */
export function readRoutes({ setting: { kit, currency }, exponent, access, holders }: Parts): Route[] {
  const balance = (): Answer => {
    const availableBalance = toDecimal(kit.books.balance(currency), exponent);
    return { status: 200, body: { availableBalance, currency } };
  };
  const at = (product: Product, path: string, handle: (call: Call) => Answer): Route => ({
    method: 'GET',
    path: `/${product}/v1_0/${path}`,
    operation: 'other',
    handle: (call) => access.refusal(call, product) ?? handle(call),
  });
  return products.flatMap((product) => [
    at(product, 'account/balance', balance),
    at(product, 'accountholder/{type}/{id}/active', holders.isActive),
    at(product, 'accountholder/{type}/{id}/basicuserinfo', holders.basicUserInfo),
  ]);
}

const MAX_NOTIFICATION = 160;

/** A text message to the payer about a collection. */
export function notificationRoute({ access, transactions }: Parts): Route {
  return {
    method: 'POST',
    path: '/collection/v1_0/requesttopay/{id}/deliverynotification',
    operation: 'other',
    handle: (call) => {
      const refused = access.refusal(call, 'collection');
      if (refused) return refused;
      const { notificationMessage: text } = (call.json() ?? {}) as { notificationMessage?: unknown };
      if (typeof text !== 'string' || text === '' || text.length > MAX_NOTIFICATION)
        return malformed('notificationMessage is missing or longer than 160');
      return transactions.find('collection', call.params.id!) ? { status: 200 } : apiError(404, 'RESOURCE_NOT_FOUND');
    },
  };
}

/** Further control: a reversal by the operator, and the name of an account holder. */
export function ownControl({ holders, transactions }: Parts): Route[] {
  const change = (path: string, act: (fields: Record<string, string>) => Answer): Route => ({
    method: 'POST',
    path,
    operation: 'other',
    handle: (call) => act((call.json() ?? {}) as Record<string, string>),
  });
  return [
    change('/reverse', ({ reference }) =>
      transactions.reverse(String(reference))
        ? { status: 200, body: {} }
        : { status: 400, body: { error: 'no successful payout or refund has this reference' } },
    ),
    change('/names', ({ phone = '', given_name: given = '', family_name: family = '' }) => {
      holders.rename(phone, given, family);
      return { status: 200, body: {} };
    }),
  ];
}
