import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { HostedPage, SessionPage } from '../checkout/page.ts';
import { abortedWhenGone } from '../http/aborted-when-gone.ts';
import type { AddressLimiter } from '../http/connection/address-limit.ts';
import { Refusal } from '../kernel/refusal.ts';
import { readLanguage } from '../pages/language.ts';
import { pageScope } from '../pages/scope.ts';
import { sendNoPage, sendPage } from '../pages/send.ts';
import { addressIn, type Frame, frameOf } from './frame.ts';
import { renderLinkPage } from './link-page.ts';
import { walletProblem } from './problems.ts';
import { serveScript } from './serve-script.ts';
import { renderSessionPage, type Shown, siblingOf } from './session-page.ts';
import { readVersions } from './store.ts';
import { type LinkFormDeps, takeLinkForm } from './take-link-form.ts';
import { type FormAnswer, type FormDeps, takePayForm } from './take-pay-form.ts';
import { takeWalletForm, type WalletFormDeps } from './take-wallet-form.ts';
import { watchSessions } from './watch-sessions.ts';

export type PayPageDeps = FormDeps &
  LinkFormDeps &
  WalletFormDeps & {
    readonly log: Logger;
    /** The path of the public URL; empty without one. */
    readonly base: string;
    /** The receipt of a paid session, by the token of its page. */
    readonly readReceipt: (token: string) => Promise<NonNullable<Shown['receipt']>>;
    /** Makes it if it does not exist yet. Null: there is none to show. */
    readonly openReceipt: (token: string) => Promise<string | null>;
    readonly brand: string;
    readonly providerOf: (rail: string) => string;
    /** Bounds the passwords that one address has checked at once. */
    readonly addressLimiter: AddressLimiter;
  };

type Asked = FastifyRequest<{ Params: { address: string } }>;

/** Serves the payers' pages. Opening one changes nothing; its forms begin attempts. */
export function registerPayPages(app: FastifyInstance, deps: PayPageDeps): void {
  const { db } = deps.people;
  const scriptPath = deps.base + serveScript(app);
  const watch = watchSessions(db, (error) => deps.log.error({ err: error }, "the payers' pages could not be watched"));
  app.addHook('preClose', (done) => {
    watch.stop();
    done();
  });
  pageScope(app, deps.log, (scope) => {
    const pages = createAnswers(deps, scriptPath);
    scope.get('/pay/:address', (request: Asked, reply) => pages.show(request, reply));
    scope.post('/pay/:address', (request: Asked, reply) => pages.takeForm(request, reply));
    // A browser that reloads the answer of the wallet's form, or the page's script, asks for its address.
    scope.get('/pay/:address/wallet', (request: Asked, reply) =>
      pages.redirect(request, reply, (_page, frame) => walletAddress(request, frame)),
    );
    scope.post('/pay/:address/wallet', (request: Asked, reply) => pages.takeWallet(request, reply));
    scope.post('/pay/:address/receipt', (request: Asked, reply) =>
      pages.redirect(request, reply, (page, frame) => receiptAddress(page, frame, deps)),
    );
    scope.get('/pay/:address/state', async (request: Asked, reply) => {
      const token = tokenOf(request);
      const version = (await readVersions(db, [token])).get(token);
      if (version === undefined) return sendNoPage(request, reply);
      return reply.header('Cache-Control', 'no-store').type('text/plain; charset=utf-8').send(version);
    });
    scope.get('/pay/:address/events', { exposeHeadRoute: false }, async (request: Asked, reply) => {
      const token = tokenOf(request);
      if (!(await readVersions(db, [token])).has(token)) return sendNoPage(request, reply);
      const stream = watch.open(token);
      // The page polls then.
      if (!stream) return reply.code(204).send();
      return reply
        .headers({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' })
        .type('text/event-stream; charset=utf-8')
        .send(stream);
    });
  });
}

function createAnswers(deps: PayPageDeps, scriptPath: string) {
  const { db } = deps.people;
  const frameFor = (request: Asked, page: NonNullable<HostedPage>): Frame => {
    const chosen = queryOf(request, 'lang');
    const language = readLanguage(chosen, page.locale ?? request.headers['accept-language']);
    const path = `${deps.base}/pay/${request.params.address}`;
    const { base, brand, exponentOf, providerOf } = deps;
    const parts = { path, scriptPath, base, brand, exponentOf, providerOf };
    return frameOf({ language, isChosen: language === chosen, ...parts });
  };

  const sendSession = async (request: Asked, reply: FastifyReply, page: SessionPage, shown: Shown, status = 200) => {
    const receipt = page.state === 'completed' ? await deps.readReceipt(page.token) : 'closed';
    const text = renderSessionPage(page, frameFor(request, page), { ...shown, receipt });
    return sendPage(request, reply, text, { status, scripts: true });
  };

  const send = async (request: Asked, reply: FastifyReply, answer: FormAnswer, frame: Frame) => {
    if ('gone' in answer) return sendNoPage(request, reply);
    if ('notice' in answer) {
      const query = answer.notice === null ? '' : `seen=${answer.notice}`;
      return reply.redirect(addressIn(frame, '', query), 303);
    }
    if (answer.retryAfterS) reply.header('Retry-After', String(answer.retryAfterS));
    return sendSession(request, reply, answer.page, answer.shown, answer.status);
  };

  return {
    show: async (request: Asked, reply: FastifyReply) => {
      const { address } = request.params;
      // Read first: if the state changes between the two reads, the page learns of it.
      const version = (await readVersions(db, [tokenOf(request)])).get(tokenOf(request));
      const page = await deps.read(address, null);
      if (!page) return sendNoPage(request, reply);
      if (page.kind === 'link')
        return sendPage(request, reply, renderLinkPage(page, frameFor(request, page), null, null), { scripts: true });
      const seen = queryOf(request, 'seen');
      const notice = seen === 'other' || seen === 'sent' ? seen : null;
      const wallet = queryOf(request, 'way') === 'wallet';
      return sendSession(request, reply, page, { notice, wallet, ...(version ? { version } : {}) });
    },

    redirect: async (request: Asked, reply: FastifyReply, to: Target) => {
      const page = await deps.read(request.params.address, null);
      if (page?.kind !== 'session') return sendNoPage(request, reply);
      return reply.redirect(await to(page, frameFor(request, page)), 303);
    },

    takeForm: async (request: Asked, reply: FastifyReply) => {
      const page = await deps.read(request.params.address, null);
      if (!page) return sendNoPage(request, reply);
      const frame = frameFor(request, page);
      if (page.kind === 'session')
        return send(request, reply, await takePayForm(request, page.token, frame, deps), frame);
      const answer = await takeLinkForm(request, page, frame, deps);
      if ('gone' in answer) return sendNoPage(request, reply);
      if ('to' in answer) return reply.redirect(addressIn({ ...frame, path: siblingOf(frame.path, answer.to) }), 303);
      return sendPage(request, reply, answer.page, { status: answer.status, scripts: true });
    },

    takeWallet: async (request: Asked, reply: FastifyReply) => {
      const page = await deps.read(request.params.address, null);
      if (page?.kind !== 'session') return sendNoPage(request, reply);
      const frame = frameFor(request, page);
      const { id: requestId, ip: address, span } = request;
      const asker = { requestId, address, span, gone: abortedWhenGone(reply) };
      let leave: () => void;
      try {
        leave = deps.addressLimiter.enter(request.ip);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const problem = walletProblem(error.code, frame);
        return sendSession(request, reply, page, { wallet: true, problem }, 429);
      }
      try {
        const answer = await takeWalletForm({ request, token: page.token, frame, asker }, deps);
        return await send(request, reply, answer, frame);
      } finally {
        leave();
      }
    },
  };
}

/** Where a page of a session leads. */
type Target = (page: SessionPage, frame: Frame) => string | Promise<string>;

const walletAddress = (request: Asked, frame: Frame): string =>
  addressIn(frame, '', queryOf(request, 'seen') === 'other' ? 'way=wallet&seen=other' : 'way=wallet');

/** The page itself, if there is no receipt to show. */
async function receiptAddress({ token }: SessionPage, frame: Frame, { openReceipt }: PayPageDeps): Promise<string> {
  const url = await openReceipt(token);
  return url === null ? addressIn(frame) : `${url}?lang=${frame.language}`;
}

/** An address may be typed in capitals from a sheet of paper. */
const tokenOf = ({ params: { address } }: Asked): string => (/^[0-9a-z]+$/i.test(address) ? address.toLowerCase() : '');

const queryOf = (request: FastifyRequest, name: string): unknown =>
  (request.query as Readonly<Record<string, unknown>> | undefined)?.[name];
