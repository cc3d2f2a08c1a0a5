import { ServerResources } from './generated/resources.ts';
import { version } from './generated/version.ts';
import { type ClientOptions, createTransport } from './transport.ts';
import { signWebhook } from './webhooks/sign.ts';
import { type VerifyOptions, verifyWebhook } from './webhooks/verify.ts';

export type RialtoOptions = ClientOptions & {
  /** `rs_test_…` or `rs_live_…`. Keep it on a server. */
  apiKey: string;
};

type Verifying = {
  /** Verifies the signature of a delivery and returns its event. */
  verify: typeof verifyWebhook;
  /** Returns the headers that the service would send with this body, for your own tests. */
  sign: typeof signWebhook;
};

/** The client for servers: every operation that an API key may call, grouped by resource. */
export class Rialto extends ServerResources {
  declare readonly webhooks: ServerResources['webhooks'] & Verifying;

  constructor({ apiKey, ...options }: RialtoOptions) {
    checkKey(apiKey);
    const headers = { 'user-agent': `rialto-sdk/${version}`, ...options.headers };
    super(createTransport({ ...options, headers }, { token: async () => apiKey }));
    const { headerPrefix = 'Service' } = options;
    Object.assign(this.webhooks, {
      verify: (body, given, secret, more?: VerifyOptions) =>
        verifyWebhook(body, given, secret, { headerPrefix, ...more }),
      sign: (delivery) => signWebhook({ headerPrefix, ...delivery }),
    } satisfies Verifying);
  }
}

function checkKey(apiKey: string): void {
  if (typeof apiKey !== 'string' || !/^rs_(test|live)_/.test(apiKey)) {
    throw new TypeError('apiKey must be an API key: rs_test_… or rs_live_…');
  }
  // Anyone who loads the page could read the key and move the merchant's money.
  if (apiKey.startsWith('rs_live_') && 'document' in globalThis) {
    throw new TypeError('Never use a live key in a browser. Call your own server, or use RialtoUser');
  }
}

export type { Answered, RequestOptions, Upload } from './answer.ts';
export { ApiError, type ApiErrorOf, ConnectionError, RialtoError } from './errors.ts';
export type { ErrorCatalogue, ErrorCode } from './generated/catalogue.ts';
export { type EventKind, type EventRecords, eventKinds, type WebhookEvent } from './generated/events.ts';
export type * from './generated/records.ts';
export type * from './generated/resources.ts';
export type { List, Page } from './list.ts';
export type { ClientOptions } from './transport.ts';
export { signWebhook } from './webhooks/sign.ts';
export {
  type VerifyOptions,
  verifyWebhook,
  WebhookError,
  type WebhookErrorCode,
  type WebhookHeaders,
} from './webhooks/verify.ts';
