import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const room = new URL('../../service/src/reconciliation/', import.meta.url);
const mark = '?careless';
const check = 'amount - entered AS difference';

/**
 * A reconciler whose matcher does not compare amounts, beside the service's own one. It is the control of the books.
 * @throws if the matcher does not compare them once: a control that removes nothing proves nothing
 */
export async function carelessReconcile() {
  const matcher = new URL('match-by-id.ts', room);
  const parts = readFileSync(matcher, 'utf8').split(check);
  if (parts.length !== 2) throw new Error(`match-by-id.ts holds "${check}" ${parts.length - 1} times, instead of once`);
  const source = parts.join('0::bigint AS difference');
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context);
      const isOurs = context.parentURL?.endsWith(mark) && found.url.startsWith(room.href);
      return isOurs ? { ...found, url: found.url + mark } : found;
    },
    load: (url, context, next) => {
      const module = next(url, context);
      return url === matcher.href + mark ? { ...module, source } : module;
    },
  });
  const { reconcile } = await import(`${new URL('reconcile.ts', room).href}${mark}`);
  return reconcile as typeof import('../../service/src/reconciliation/reconcile.ts').reconcile;
}
