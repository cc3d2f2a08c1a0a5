import { openClock } from './clock.ts';
import { CONTROL, controlRoutes, type Request } from './control.ts';
import { createKit } from './kit.ts';
import { createRing } from './ring.ts';
import { createRouter, type Router } from './router.ts';
import { type Answer, type Call, type Counterpart, openServer, type Setting } from './server.ts';
import { answerInTrouble, openTroubles, type Troubles } from './trouble.ts';

/** A provider's module. */
export type ProviderModule = {
  create(setting: Setting): Counterpart;
  readonly defaults: { readonly country: string; readonly currency: string };
};

export type Started = {
  readonly url: string;
  readonly control: string;
  readonly credentials: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
};

/** @param float the first balance of our account, in minor units; 0 books nothing */
export type StartOptions = { port: number; country?: string; currency?: string; float: bigint };

const KEPT_REQUESTS = 1_000;

/** Starts a provider's counterpart on loopback. It keeps everything in memory. */
export async function startCounterpart(provider: ProviderModule, options: StartOptions): Promise<Started> {
  const clock = openClock();
  const troubles = openTroubles();
  const requests = createRing<Request>(KEPT_REQUESTS);
  let respond: (call: Call) => Promise<Answer | null> = async () => ({ status: 503 });
  const server = await openServer(options.port, (call) => respond(call));
  const kit = createKit(server.url, clock);
  const { country = provider.defaults.country, currency = provider.defaults.currency, float } = options;
  if (float > 0n) kit.books.post({ reference: '', operation: 'opening', kind: 'topup', amount: float, currency });
  const counterpart = provider.create({ country, currency, kit });
  const own = (counterpart.control ?? []).map((route) => ({ ...route, path: CONTROL + route.path }));
  const control = createRouter([...controlRoutes(kit, clock, troubles, requests), ...own]);
  const face = createRouter(counterpart.routes);

  respond = async (call) => {
    if (call.path.startsWith(`${CONTROL}/`)) return answerControl(control, call);
    const answer = await answerFace(face, counterpart, troubles, call);
    const { method, path } = call;
    const at = new Date(clock.now()).toISOString();
    requests.add({ at, method, path, status: answer?.status ?? null, why: answer?.why });
    return answer;
  };
  return {
    url: server.url,
    control: server.url + CONTROL,
    credentials: counterpart.credentials,
    stop: server.close,
  };
}

async function answerControl(control: Router, call: Call): Promise<Answer> {
  const route = control.find(call);
  return route ? route.handle(call) : { status: 404, body: { error: 'unknown control path or method' } };
}

async function answerFace(
  face: Router,
  counterpart: Counterpart,
  troubles: Troubles,
  call: Call,
): Promise<Answer | null> {
  const route = face.find(call);
  if (!route) return counterpart.notFound(call);
  const trouble = troubles.meet(route, call);
  if (!trouble) return route.handle(call);
  return answerInTrouble(trouble, call, () => route.handle(call), counterpart.inShape?.bind(counterpart));
}
