import type { Counterpart, Setting } from '../kit/server.ts';

export const defaults = { country: 'UG', currency: 'UGX' };

export function create(_setting: Setting): Counterpart {
  return {
    routes: [],
    notFound: () => ({ status: 404, body: { statusCode: 404, message: 'Resource not found' } }),
    credentials: {},
  };
}
