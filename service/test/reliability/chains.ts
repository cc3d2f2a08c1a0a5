import type { Route } from '../../../contract/src/route.ts';
import { randomOf } from '../http/bad-requests.ts';
import { readAnswer } from '../http/documented.ts';
import { allRoutes, bodyOf, type Ids, nameOf, pathOf, prefixOf } from '../support/contract.ts';

/** A caller that takes steps. `own`: the ids of records that they made or were shown, for later requests. */
export type Walker = {
  readonly name: string;
  readonly kind: string;
  readonly integration: string;
  credential: string;
  /** A new caller of the same kind, once a step has ended the session. */
  renew(): Promise<string>;
  readonly own: Map<string, string[]>;
};

type Step = { readonly walker: Walker; readonly route: Route; readonly response: Response; readonly body: any };

const ID = /^([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/**
 * Random walks, from a seed, over every route as every kind of caller. Bodies are the contract's own examples with ids
 * from earlier steps, the caller's or a stranger's. Each answer must be documented. A created record must exist, and a
 * deleted record must be gone. A walk that has not deleted anything, or not seen all that it should, goes on for at
 * most ten times as many steps.
 */
export async function walk(
  base: string,
  walkers: readonly Walker[],
  steps: number,
  seed: number,
  seenAll: (statuses: ReadonlySet<string>) => boolean,
) {
  const choose = randomOf(seed);
  const everything = new Map<string, string[]>();
  const faults = new Set<string>();
  const statuses = new Map<string, number>();

  const send = async (walker: Walker, route: Route, ids: Ids, body: unknown): Promise<Step> => {
    const response = await fetch(base + pathOf(route, ids), {
      method: route.method,
      redirect: 'manual',
      headers: {
        ...(route.auth === 'none' ? {} : { authorization: `Bearer ${walker.credential}` }),
        // A customer's token has its own integration, and naming another is refused.
        ...(walker.kind === 'customer' ? {} : { 'service-integration': walker.integration }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const { fault, body: content } = await readAnswer(route, response);
    if (fault) faults.add(`${walker.name}: ${nameOf(route)} ${JSON.stringify(body) ?? ''}: ${fault}`);
    const { status } = response;
    statuses.set(`${status}`, (statuses.get(`${status}`) ?? 0) + 1);
    if (status === 401) walker.credential = await walker.renew();
    return { walker, route, response, body: content };
  };

  /** Mostly one of the caller's own ids; sometimes another caller's, or an unknown one. */
  const idFor = (walker: Walker, prefix: string): string | undefined => {
    const pool = choose([walker.own, walker.own, walker.own, everything]).get(prefix);
    return pool && choose(pool);
  };
  const idsFor = (walker: Walker): Ids =>
    Object.fromEntries(
      [...everything.keys()].flatMap((prefix) => [[prefix, idFor(walker, prefix)]]).filter(([, id]) => id),
    );

  /** The example with existing ids and affordable amounts, and sometimes without one field. */
  const fill = (walker: Walker, value: any, required: readonly string[] = []): any => {
    if (Array.isArray(value)) return value.map((item) => fill(walker, item));
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).filter(([name]) => required.includes(name) || choose([true, true, false]));
      return Object.fromEntries(
        entries.map(([name, item]) => [
          name,
          name === 'amount'
            ? choose([1, 7, 100, 5_000, 999_999_999_999])
            : name === 'reference'
              ? `r-${choose(tens)}${choose(tens)}`
              : fill(walker, item),
        ]),
      );
    }
    const prefix = typeof value === 'string' && ID.exec(value)?.[1];
    return prefix ? (idFor(walker, prefix) ?? value) : value;
  };

  const learn = (walker: Walker, value: unknown): void => {
    if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) learn(walker, item);
    const prefix = typeof value === 'string' && ID.exec(value)?.[1];
    if (!prefix) return;
    for (const pool of [walker.own, everything]) {
      const ids = pool.get(prefix) ?? [];
      if (!ids.includes(value as string)) pool.set(prefix, [...ids.slice(-20), value as string]);
    }
  };

  /** Checks a change: its record can be read, and after a deletion it cannot be found any more. */
  const followUp = async ({ walker, route, response, body }: Step, ids: Ids): Promise<void> => {
    if (response.status !== route.ok.status || walker.kind === 'operator') return;
    // DELETE /integrations/{id}/developers/{developer} removes the developer, not the integration.
    const gone = route.path.endsWith('/{id}') ? ids[prefixOf(route)!] : undefined;
    const id: string | undefined = route.method === 'DELETE' ? gone : body?.id;
    const prefix = id && ID.exec(id)?.[1];
    const readable = allRoutes.filter(
      (one) =>
        one.method === 'GET' &&
        one.path.endsWith('/{id}') &&
        prefixOf(one) === prefix &&
        one.auth.includes(walker.kind as never),
    );
    // Bulk requests of both kinds have one prefix.
    const reads = readable.find(({ path }) => path === `${route.path}/{id}`) ?? readable[0];
    if (!prefix || !reads || (route.method !== 'DELETE' && !(route.method === 'POST' && response.status < 203))) return;
    const again = await send(walker, reads, { [prefix]: id }, undefined);
    // A revoked receipt can still be read.
    const expected = route.method === 'DELETE' && !body?.revoked_at ? 404 : 200;
    // An operator of the chain may have throttled the integration meanwhile.
    if (![401, 429].includes(again.response.status) && again.response.status !== expected)
      faults.add(
        `${walker.name}: ${nameOf(reads)} after ${nameOf(route)}: ${again.response.status} ${JSON.stringify(again.body)}`,
      );
    followed[route.method === 'DELETE' ? 'deleted' : 'made'] += 1;
  };
  const followed = { made: 0, deleted: 0 };

  const isEnough = () => followed.made > 0 && followed.deleted > 0 && seenAll(new Set(statuses.keys()));
  for (let i = 0; i < steps || (i < 10 * steps && !isEnough()); i++) {
    const walker = choose(walkers);
    // Most steps are on routes that this caller may use. Few routes delete, so they have a share of their own.
    const open = allRoutes.filter(({ auth }) => auth === 'none' || auth.includes(walker.kind as never));
    const deleting = open.filter(({ method }) => method === 'DELETE');
    const route = choose(choose([open, open, open, allRoutes, deleting.length > 0 ? deleting : open]));
    const ids = idsFor(walker);
    const example = bodyOf(route);
    const body = example && fill(walker, example, (route.body as any)?.required ?? []);
    const step = await send(walker, route, ids, body);
    if (step.response.status === route.ok.status) learn(walker, step.body);
    await followUp(step, ids);
  }
  return { faults: [...faults], seen: statuses, followed };
}

const tens = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
