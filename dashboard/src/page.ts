/** What the service wrote into index.html. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** The libraries that lock scrolling behind a dialog ask for it here (the package get-nonce). */
Object.assign(globalThis, { __webpack_nonce__: nonce });

type ServiceFacts = {
  /** The path below which the service is reached, such as `/pay`; empty at the root of its host. */
  readonly base: string;
  /** First word of the service's own headers. */
  readonly prefix: string;
  readonly brand: string;
  /** Whether this deployment has live mode at all. */
  readonly live: boolean;
  /** Whether e-mail is sent: otherwise whoever runs the service finds it in the log. */
  readonly mail: boolean;
  /** Who may register in test. */
  readonly registrations: 'open' | 'invited' | 'closed';
  /** Whether merchants' codes in test are sent by SMS; otherwise they are 000000. */
  readonly testCodes: boolean;
  /** Decimals of each currency that is on. */
  readonly currencies: Readonly<Record<string, number>>;
  /** Of those that are not on, where they are not two: somebody may have a wallet from when they were. */
  readonly decimals: Readonly<Record<string, number>>;
};

export const service: ServiceFacts = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="service"]')?.content ?? '{}',
);

/** The address of something that the service has, such as `/docs`. */
export const addressAt = (path: string): string => `${service.base}${path}`;

/** What this browser keeps for this service is named so: below one host there may be several. */
export const keyOf = (name: string): string => `${name}${service.base}`;
