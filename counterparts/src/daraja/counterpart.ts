import type { Answer, Call, Counterpart, Setting } from '../kit/server.ts';
import { openAccess } from './access.ts';
import { notFound, spikeArrest, wrongMethod } from './answers.ts';
import { b2cRoutes } from './b2c.ts';
import { c2bRoutes } from './c2b.ts';
import { controlOf } from './control.ts';
import { pullRoutes } from './pull.ts';
import { questionRoutes } from './questions.ts';
import { reversalRoute } from './reversal.ts';
import { stkRoutes } from './stk.ts';
import { CURRENCY, openWorld } from './world.ts';

export const defaults = { country: 'KE', currency: CURRENCY };

/** Safaricom's Daraja: M-Pesa in Kenya. */
export function create({ country, currency, kit }: Setting): Counterpart {
  if (country !== defaults.country || currency !== CURRENCY) throw new Error('Daraja serves KE and KES only.');
  const world = openWorld(kit);
  const access = openAccess(world);
  const routes = [
    access.route,
    ...stkRoutes(world, access),
    ...b2cRoutes(world, access),
    reversalRoute(world, access),
    ...questionRoutes(world, access),
    ...c2bRoutes(world, access),
    ...pullRoutes(world, access),
  ];
  kit.onAnswer((reference, outcome) => {
    const settle = world.waiting.get(reference);
    settle?.(outcome);
    return settle !== undefined;
  });
  return {
    routes,
    notFound: ({ path }: Call): Answer => (routes.some((route) => route.path === path) ? wrongMethod() : notFound()),
    credentials: {
      ...access.credentials,
      short_code: world.shortCode,
      passkey: world.passkey,
      nominated_number: '254708374149',
      register_urls: true,
    },
    control: controlOf(world, access),
    inShape: (kind) => (kind === 'too_many' ? spikeArrest() : { status: 503, headers: htmlType, body: MAINTENANCE }),
  };
}

const htmlType = { 'content-type': 'text/html' };
const MAINTENANCE = '<html><body><h1>The service is under maintenance.</h1></body></html>\n';
