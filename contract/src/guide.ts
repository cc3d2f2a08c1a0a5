import type { Scope } from './route.ts';

/** The prose of the reference. */

export const introduction = `
Take payments, refund them, move money between wallets, and receive a signed webhook for every change.

## Guides

New here? Start with the [quick start](/docs/quick-start). Then read [concepts](/docs/concepts), [accept a payment](/docs/accept-a-payment),
[test](/docs/testing), [webhooks](/docs/webhooks), [payouts](/docs/payouts), the [SDK](/docs/sdk), the [command line](/docs/cli) and
[going live](/docs/go-live). Each page has the menu of all guides.

## Requests

Send JSON over HTTPS with your key: \`Authorization: Bearer rs_test_…\`. A live key (\`rs_live_…\`) belongs on a server,
never in an app or a page. Test and live are separate worlds: a key sees only its own world. Unknown fields and parameters
are refused, so a typo never passes silently. Times are RFC 3339 in UTC.

An app that acts for a person logs them in ([Login](#tag/login)) and sends their access token in the same header. Each route
says who may call it; any other caller gets 403 \`forbidden_account_type\`.

## Money

Amounts are whole numbers in the currency's minor unit: 10.50 USD is \`1050\`, 1000 XOF is \`1000\`.
[List currencies](#tag/currencies) gives each currency's exponent and bounds.

## Idempotency

Send an \`Idempotency-Key\` with every POST and store it with the operation. If the answer is lost, send the same request
with the same key: you get the first answer again, with \`Idempotent-Replayed: true\`. Keys are kept for 7 days. Your own
\`reference\` protects for ever: a second use is refused, and the message names the record that has it.

## Lists

Lists are newest first. \`limit\` accepts 1 to 100. For the next page, set \`starting_after\` to the last id that you have.
\`has_more\` says whether there is a next page.

## Errors

Every error has a \`code\` that programs can rely on, a \`message\` for people, a \`doc_url\` that explains it and the
\`request_id\` to quote. [All codes](/docs/errors). An unknown path answers 404 \`not_found\`. A method that the path does not
support answers 405 \`method_not_allowed\` with \`Allow\`. \`RateLimit\` says how many requests are left. After a 429, wait as
long as \`Retry-After\` says.

## Test mode

No real money moves. The last four digits of the customer's phone decide the outcome:

| phone ends in | outcome |
|---|---|
| anything else | \`requires_action\`, then \`succeeded\` after about 2 s |
| 0001 | fails: \`insufficient_funds\` |
| 0002 | fails: \`customer_declined\` |
| 0003 | fails: \`approval_expired\` |
| 0004 | fails: \`customer_not_found\` |
| 0005 | fails: \`customer_limit_reached\` |
| 0006 | fails: \`rail_unavailable\` |
| 0007 | waits until you approve or decline it with the test helpers |
| 0008 | stays \`processing\` |
| 0010 | succeeds, then its refund fails |
| 0011 | a payout item fails: \`recipient_not_found\` |
| 0012 | a payout item fails: \`recipient_cannot_receive\` |

A payout item to a phone that has a wallet here is paid into that wallet. For any other phone this table applies: 0008 stays
\`processing\`, 0011 and 0012 fail, every other item succeeds.

With \`rail: "wallet"\` the customer needs a wallet here, and approves or declines with their own token
([Paying](#tag/paying)), for every phone number. In live mode this is the rail for a customer who has a wallet here.

## Versions

New fields, event kinds and routes may appear at any time: ignore those that you do not know. Any other change comes as
\`/api/v2\`; both versions then work for 12 months.
`.trim();

export const tags = [
  {
    name: 'Payments',
    description:
      'A payment asks a customer for money. It goes `pending → requires_action → processing` and ends once, as `succeeded` or `failed`. With manual capture its money is held as `requires_capture` first. A timeout never fails a payment: while the outcome is unknown it stays `processing`, and the service asks the provider again.',
  },
  {
    name: 'Checkout',
    description:
      'A checkout session is one purchase: a page on this service where one payer pays one amount once, with as many attempts as it takes.',
  },
  {
    name: 'Payment links',
    description:
      'A link is a short address, shared or printed, at which many payers open checkout sessions of their own.',
  },
  {
    name: 'Branches',
    description:
      'A branch is a shop of the merchant. Payments, sessions and links may name one, and lists filter by it.',
  },
  {
    name: 'Till',
    description:
      "A till is a payment link whose code is printed for the counter, and a cashier's screen. A shift has a start, an end and a total. A sale is one amount with a checkout session of its own, so it never turns paid from older money.",
  },
  { name: 'Refunds', description: 'A refund returns a payment that succeeded, in full or in part.' },
  {
    name: 'Paying',
    description:
      "For a customer's app: payments that merchants ask for from the customer's wallet here, to approve or decline, and the customer's refunds. A payment waits 5 minutes. From an amount that the operator sets, approval needs a one-time code.",
  },
  {
    name: 'Customers',
    description:
      'A customer is everybody with one phone who was asked to pay you in a mode: with all payments and refunds, and with your own notes.',
  },
  {
    name: 'Wallets',
    description:
      "A wallet holds one currency for a merchant or a customer. Its statement lists every movement with the balance after it. A key and a merchant's people see only the merchant's wallets; a customer sees only their own.",
  },
  { name: 'Transfers', description: 'A transfer moves money between two wallets here, at once.' },
  {
    name: 'Holds',
    description:
      'A hold keeps money of your wallet aside until you capture it, release it or it expires. Captures pay wallets here, in parts or as a whole. Together they never exceed the hold. With escrow, two deciders release or return the whole.',
  },
  {
    name: 'Split partners',
    description:
      'Wallets of other merchants and of customers that accepted to receive shares of your payments. The `split` of a payment divides its net among them and your own wallets.',
  },
  {
    name: 'Movements',
    description: 'A movement moves money between several wallets here, all or nothing.',
  },
  {
    name: 'Payouts',
    description:
      'A payout pays up to 10 000 recipients with one call: salaries, aid, commissions. Its total is reserved at once; the money of items that fail goes back to the wallet. `payout.completed` is sent when the last item is final, `payout.canceled` when the payout is canceled or rejected before any item is paid.',
  },
  {
    name: 'Schedules',
    description:
      'A schedule makes a payout or a transfer at a time: once, or by a recurrence rule, in a time zone. Each run has the rights that the person or key that approved it has then, and is made once. Runs that were missed while the service was away for more than one wait for a person.',
  },
  {
    name: 'Webhook endpoints',
    description:
      'An endpoint is a URL of yours. The service sends events to it, signed with its secret. Any answer other than 2xx is a failure, redirects included. The first attempt is immediate; retries follow 30 s, 2 min, 10 min, 1 h, 6 h and 24 h after the previous attempt. After the seventh attempt the delivery is dead; it stays visible for 30 days.',
  },
  {
    name: 'Webhook inbox',
    description:
      'A test integration has a webhook receiver inside the service. It gets every event, signed and delivered like those of any endpoint, checks the signature, and keeps the last 100.',
  },
  {
    name: 'Events',
    description:
      'An event records a change, with the full record as it was then. Each event is delivered at least once, with the same id every time. Ignore a record whose `version` is lower than the one you have.',
  },
  {
    name: 'Request log',
    description:
      "An integration's requests and their answers, kept for 30 days for the people who run it. Secrets, codes, tokens and card numbers are masked before anything is stored.",
  },
  {
    name: 'Dashboard',
    description:
      'The data behind the dashboard: totals over time, and a search for records by a part of an id or a phone.',
  },
  {
    name: 'Alerts',
    description:
      "E-mails that each of an integration's people chooses: when payments succeed, and a summary each morning.",
  },
  {
    name: 'Exports',
    description:
      'An export writes all records of a list into a file (CSV, XLSX or JSONL) in the background, once or on a schedule. The file is kept for 7 days.',
  },
  {
    name: 'Reports',
    description:
      "Reports for a merchant's accountant, computed from the postings of its wallets: settlement by day, and the general ledger with your own chart of accounts.",
  },
  {
    name: 'Receipts',
    description:
      'A receipt is a public page (and a PDF) for one payment, refund or payout item, in the language of its reader, with a signature that anybody can verify here. Its address is a secret that you can revoke. The service sends receipts by SMS and e-mail if the merchant wants that; a test world shows the messages and sends none.',
  },
  {
    name: 'Merchant settings',
    description: "The merchant's logo, time zone and receipts, which payers see.",
  },
  { name: 'Currencies', description: 'The currencies that this deployment accepts and holds.' },
  {
    name: 'Rails',
    description:
      'A rail is a connection to a company that moves money. A payment or a payout names one by its slug, or the service finds the rail that reaches the phone.',
  },
  { name: 'Fees', description: 'The fees that an integration pays on each payment and each payout item.' },
  {
    name: 'Login',
    description:
      'People log in with a phone (customers, merchants) or an e-mail address (developers, operators) and a password. They get an access token for 15 minutes and a refresh token for 30 days. In test mode the one-time code `000000` is correct, `000410` is expired, `000429` is locked and every other code is wrong. If the deployment sends SMS, merchants get a real code in test mode too.',
  },
  {
    name: 'Integrations',
    description:
      "An integration is one partner server of a merchant, in both worlds. Developers are invited to it: an owner manages it, a developer makes test keys, a viewer reads. The merchant's people may do everything that an owner may. Only they make live keys.",
  },
  {
    name: 'API keys',
    description:
      "A key is shown once, when it is made. Only the merchant's people who are logged in to the live world with a second factor can make and see live keys.",
  },
  { name: 'Merchants', description: 'For operators: the merchants, and their approval for live mode.' },
  { name: 'Account', description: 'The person who is logged in.' },
  {
    name: 'Operators',
    description:
      'For the people who run this deployment, by role: support, compliance, finance, admin. Every action is written to the audit log.',
  },
  {
    name: 'Oversight',
    description:
      'For operators: the trial balance, the cause of a posting, the health of rails and webhooks, and the integrity of the audit log.',
  },
  {
    name: 'Rail settings',
    description:
      'For operators: the connections to providers that move money, with their credentials, limits and status. A connection of live mode needs two operators. A change takes effect on every node within a second.',
  },
  {
    name: 'Approvals',
    description:
      'Money from outside, corrections and new operators need two operators: one requests, another decides within three days.',
  },
  {
    name: 'Cases',
    description:
      'For operators: what needs a person about rails, such as money that matches no payment. A case shows the history of its record and the actions that close it.',
  },
  {
    name: 'Floats',
    description: 'For operators: the money at each provider beside the books, and the postings that keep both equal.',
  },
  {
    name: 'Statements',
    description:
      'For operators: files of providers and banks, with their progress and their faults, and the layouts that read them.',
  },
  {
    name: 'Reconciliation',
    description:
      "For operators: the lines of providers' statements beside the entries of the books, the rules that match them, and the acts that resolve what differs.",
  },
  {
    name: 'Daily close',
    description:
      'For operators: the closed days of each rail with every difference explained, their signed documents, and the money owed beside the money held.',
  },
  {
    name: 'KYC',
    description:
      'A customer uploads images of a document and submits them with a name, a date of birth and a number. An operator decides. The status goes `none → pending → verified | rejected`; a new submission leads from `rejected` or `verified` back to `pending`.',
  },
  {
    name: 'KYC decisions',
    description:
      'For operators with the role compliance or admin. Each decision, and each read of a submission, is written to the audit log.',
  },
  { name: 'Test helpers', description: 'Trigger changes in the test world. A live key gets 403.' },
];

export const scopeGrants: Record<Scope, string> = {
  'payments:read': 'Read payments and refunds.',
  'payments:write': 'Take, cancel and refund payments.',
  'wallets:read': 'Read wallets, statements, transfers and movements.',
  'wallets:write': 'Open wallets and move money out of them.',
  'payouts:read': 'Read payouts and their items.',
  'payouts:write': 'Create and cancel payouts.',
  'webhooks:read': 'Read webhook endpoints, deliveries and replays.',
  'webhooks:write':
    'Register, change, delete and test webhook endpoints; roll their secrets; resend deliveries; emit test events.',
  'events:read': 'Read events.',
  'rails:read': 'List the rails that take payments and pay phones.',
  'checkout:read': 'Read checkout sessions and payment links.',
  'checkout:write': 'Create and expire checkout sessions; create and change payment links.',
  'holds:read': 'Read holds.',
  'holds:write': 'Hold money on wallets, capture it and release it.',
  'schedules:read': 'Read schedules.',
  'schedules:write': 'Create, change, pause and end schedules. A person approves payouts.',
};

export const webhookIntroduction = `Sent to every endpoint that subscribes to this kind. Verify it before you trust it: split \`Service-Signature\` into \`t\` and
\`v1\`; reject it if \`t\` is more than 300 seconds from now; compute HMAC-SHA-256 over \`<t>.<raw body>\` with the whole secret as the
key, in hex; compare it with \`v1\` in constant time. Stripe's libraries (\`Service-Signature\`) and the Standard Webhooks libraries
(\`webhook-…\`) do this unchanged. Answer 2xx at once and do the work afterwards.`;
