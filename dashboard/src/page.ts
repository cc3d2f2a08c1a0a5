/** The values that the service wrote into index.html. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** The libraries that lock scrolling behind a dialog read the nonce here (the package get-nonce). */
Object.assign(globalThis, { __webpack_nonce__: nonce });

type ServiceFacts = {
  /** The service's base path, such as `/pay`; empty at the root of the host. */
  readonly base: string;
  /** The prefix of the service's own headers. */
  readonly prefix: string;
  readonly brand: string;
  /** Whether this deployment has live mode. */
  readonly live: boolean;
  /** Whether the service sends email. If not, its operator finds the messages in the log. */
  readonly mail: boolean;
  /** The rule for registering in test mode. */
  readonly registrations: 'open' | 'invited' | 'closed';
  /** Whether merchants' codes in test mode are sent by SMS. If not, they are 000000. */
  readonly testCodes: boolean;
  /** Decimals of each enabled currency. */
  readonly currencies: Readonly<Record<string, number>>;
  /** Decimals of disabled currencies that do not have two: someone may still own a wallet in one. */
  readonly decimals: Readonly<Record<string, number>>;
};

export const service: ServiceFacts = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="service"]')?.content ?? '{}',
);

/** The address of a path of the service, such as `/docs`. */
export const addressAt = (path: string): string => `${service.base}${path}`;

/** The key for local storage. It contains the base path, because one host may serve several services. */
export const keyOf = (name: string): string => `${name}${service.base}`;
