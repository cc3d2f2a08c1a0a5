/** The roles of an integration's members, from most to fewest rights. `till` is a cashier. */
export const developerRoles = ['owner', 'developer', 'accountant', 'viewer', 'till'] as const;
export type DeveloperRole = (typeof developerRoles)[number];

/** The roles that may call a route, in each mode. The merchant's own people may call all of them. */
export type MemberRights = {
  readonly test: readonly DeveloperRole[];
  readonly live: readonly DeveloperRole[];
};

const inBothModes = (...roles: readonly DeveloperRole[]): MemberRights => ({ test: roles, live: roles });

export const everyMember = inBothModes(...developerRoles);

/** Reads money and its records: payments, refunds, payouts, wallets, exports, reports, receipts. */
export const moneyReads = inBothModes('owner', 'developer', 'accountant', 'viewer');

/** Reads what developers build with: keys, webhooks, events, the request log, members. */
export const buildReads = inBothModes('owner', 'developer', 'viewer');

/** Only the merchant's own people move live money. */
export const moneyChanges: MemberRights = { test: ['owner', 'developer'], live: [] };

/** Sales at a till: the payer moves the money. */
export const sales: MemberRights = { test: ['owner', 'developer', 'till'], live: ['till'] };

/** The account numbers of the accounting export. They move no money. */
export const accounting: MemberRights = { test: ['owner', 'developer', 'accountant'], live: ['owner', 'accountant'] };

export const webhookChanges = inBothModes('owner', 'developer');

/** Only the merchant's own people have live keys. */
export const keyChanges: MemberRights = { test: ['owner', 'developer'], live: [] };

/** The second person of a payout. */
export const decisions = inBothModes('owner');

/** Invites, changes and removes members, and names the integration. */
export const management = inBothModes('owner');
