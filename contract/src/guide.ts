import type { Scope } from './route.ts';

/** The prose of the reference. */

export const introduction = `
Take payments, refund them, move money between wallets and be told of everything by signed webhooks.

## Guides

New here? Begin with the [quick start](/docs/quick-start). Then [concepts](/docs/concepts), [accept a payment](/docs/accept-a-payment),
[test](/docs/testing), [webhooks](/docs/webhooks), [payouts](/docs/payouts), the [SDK](/docs/sdk), the [command line](/docs/cli) and
[going live](/docs/go-live); each page has the menu of all guides.

## Calling

Send JSON over HTTPS with your key: \`Authorization: Bearer rs_test_…\`. A live key (\`rs_live_…\`) belongs on a server,
never in an app or a page. Test and live are separate worlds: a key sees only its own. Unknown fields and parameters are
refused, so that a typo never passes silently. Times are RFC 3339 in UTC.

An app that acts for a person logs them in ([Login](#tag/login)) and sends their access token in the same way. Each route says
who may call it; anybody else is answered 403 \`forbidden_account_type\`.

## Money

Amounts are whole numbers in the currency's minor unit: 10.50 USD is \`1050\`, 1000 XOF is \`1000\`.
[List currencies](#tag/currencies) has each currency's exponent and bounds.

## Doing a thing once

Send an \`Idempotency-Key\` with every POST and keep it with the operation. When the answer is lost, send the same request
with the same key: it gets the first answer again, with \`Idempotent-Replayed: true\`. Keys are kept for 7 days. A
\`reference\` of your own guards for ever: a second use is refused and names the record that has it.

## Lists

Newest first. \`limit\` takes 1 to 100; the page after this one starts at \`starting_after\` = the last id you have.
\`has_more\` says whether there is one.

## Errors

Every error has a \`code\` that programs can rely on, a \`message\` for people, a \`doc_url\` that explains it and the
\`request_id\` to quote. [All codes](/docs/errors). A path that is not known answers 404 \`not_found\`; a method that a path does not take answers
405 \`method_not_allowed\` with \`Allow\`. \`RateLimit\` tells what is left of the rate limit; after a 429 wait as long as
\`Retry-After\` says.

## Test mode

No real money moves. The last four digits of the customer's phone decide what happens:

| phone ends in | outcome |
|---|---|
| anything else | \`requires_action\`, then \`succeeded\` after about 2 s |
| 0001 | fails: \`insufficient_funds\` |
| 0002 | fails: \`customer_declined\` |
| 0003 | fails: \`approval_expired\` |
| 0004 | fails: \`customer_not_found\` |
| 0005 | fails: \`customer_limit_reached\` |
| 0006 | fails: \`rail_unavailable\` |
| 0007 | waits until it is approved or declined through the test helpers |
| 0008 | stays \`processing\` |
| 0010 | pays, then its refund fails |
| 0011 | a payout item fails: \`recipient_not_found\` |
| 0012 | a payout item fails: \`recipient_cannot_receive\` |

A payout item to a phone that has a wallet here is paid into it; to any other phone the table holds: 0008 stays \`processing\`, 0011 and 0012
fail, every other succeeds.

With \`rail: "wallet"\` the customer needs a wallet here instead, and approves or declines with their own token
([Paying](#tag/paying)), whatever the phone ends in. In live mode that is the rail of a customer who has a wallet here.

## Versions

New fields, event kinds and routes may appear at any time, so ignore what you do not know. Anything else comes as
\`/api/v2\`, with 12 months in which both work.
`.trim();

export const tags = [
  {
    name: 'Payments',
    description:
      'A payment asks a customer for money. It goes `pending → requires_action → processing` and ends once, as `succeeded` or `failed`. A timeout never fails it: an unknown outcome stays `processing` and is asked about again.',
  },
  { name: 'Refunds', description: 'A refund gives back a payment that succeeded, in full or in part.' },
  {
    name: 'Paying',
    description:
      'For the app of a customer: what merchants ask them to pay out of their wallet here, to approve or to decline, and what they were given back. A payment waits 5 minutes. From an amount on that the operator sets, approving takes a one-time code.',
  },
  {
    name: 'Wallets',
    description:
      "A wallet holds one currency for a merchant or a customer. Its statement has every movement with the balance after it. A key and a merchant's people see the merchant's wallets only, a customer their own.",
  },
  { name: 'Transfers', description: 'A transfer moves money between two wallets here, at once.' },
  {
    name: 'Payouts',
    description:
      'A payout pays up to 10 000 recipients with one call: salaries, aid, commissions. Its total is reserved at once; what cannot be paid goes back. `payout.completed` comes when the last item is final, `payout.canceled` where it is canceled or rejected before any is paid.',
  },
  {
    name: 'Webhook endpoints',
    description:
      'An endpoint is a URL of yours that events are sent to, signed with its secret. Any answer but 2xx is a failure, redirects included. Attempts: at once, then 30 s, 2 min, 10 min, 1 h, 6 h and 24 h after the one before. After the seventh the delivery is dead; it stays visible for 30 days.',
  },
  {
    name: 'Events',
    description:
      'An event records what happened, with the full record as it was then. Each is delivered at least once, under the same id every time; drop news whose `version` is older than what you have.',
  },
  {
    name: 'Request log',
    description:
      'What was asked of an integration and answered, for 30 days: for the people who look after it. Secrets, codes, tokens and card numbers are masked before anything is kept.',
  },
  {
    name: 'Dashboard',
    description: 'What the pages for people are made from: sums over time, and finding a record by what one has of it.',
  },
  { name: 'Currencies', description: 'What this deployment can take and hold.' },
  { name: 'Fees', description: 'What an integration pays for each payment and each item of a payout.' },
  {
    name: 'Login',
    description:
      'People log in with a phone (customers, merchants) or an e-mail address (developers, operators) and a password, and get an access token for 15 minutes and a refresh token for 30 days. In test mode the one-time code `000000` is right, `000410` is answered as expired, `000429` as locked and every other as wrong. Merchants get a real code in test too, where the deployment sends SMS.',
  },
  {
    name: 'Integrations',
    description:
      "An integration is one partner server of a merchant, in both worlds. Developers are invited to it: an owner manages it, a developer makes test keys, a viewer reads. The merchant's people may do all that an owner may, and alone make live keys.",
  },
  {
    name: 'API keys',
    description:
      'A key is shown once, when it is made. Live keys are for people of the merchant who are logged in to the live world with a second factor; nobody else sees them.',
  },
  { name: 'Merchants', description: 'For operators: who is paid, and who may be paid live.' },
  { name: 'Account', description: 'The person who is logged in.' },
  {
    name: 'Operators',
    description:
      'For the people who run this deployment, by role: support, compliance, finance, admin. Every act goes to the audit log.',
  },
  {
    name: 'Oversight',
    description:
      'For operators: whether the books balance, what made a posting, how rails and webhooks are doing, and whether the audit log is whole.',
  },
  {
    name: 'Approvals',
    description:
      'Money that comes from outside, corrections and new operators take two people: one asks, another decides within three days.',
  },
  {
    name: 'KYC',
    description:
      'A customer uploads images of a document, submits them with a name, a date of birth and a number, and an operator decides. The status goes `none → pending → verified | rejected`; from `rejected` and `verified` a new submission leads to `pending` again.',
  },
  {
    name: 'KYC decisions',
    description:
      'For operators with the role compliance or admin. Each decision, and each look at what a customer submitted, is written to the audit log.',
  },
  { name: 'Test helpers', description: 'Make things happen in the test world. A live key is answered with 403.' },
];

export const scopeGrants: Record<Scope, string> = {
  'payments:read': 'Read payments and refunds.',
  'payments:write': 'Take, cancel and refund payments.',
  'wallets:read': 'Read wallets, statements and transfers.',
  'wallets:write': 'Open wallets and move money out of them.',
  'payouts:read': 'Read payouts and their items.',
  'payouts:write': 'Pay out to many, and cancel it.',
  'webhooks:read': 'Read webhook endpoints, deliveries and replays.',
  'webhooks:write':
    'Register, change, delete, roll and test webhook endpoints; send deliveries again; emit test events.',
  'events:read': 'Read events.',
};

export const webhookIntroduction = `Sent to every endpoint that takes this kind. Verify it before you trust it: split \`Service-Signature\` into \`t\` and \`v1\`; refuse when
\`t\` is more than 300 seconds from now; compute HMAC-SHA-256 over \`<t>.<raw body>\` with the whole secret as the key, in hex; compare
with \`v1\` in constant time. Stripe's libraries (\`Service-Signature\`) and the Standard Webhooks libraries (\`webhook-…\`) do this as they are.
Answer 2xx at once and do the work afterwards.`;
