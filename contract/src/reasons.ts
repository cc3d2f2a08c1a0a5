type Value = string | number | bigint | readonly string[];
export type FaultValues = Readonly<Record<string, Value>>;

/**
 * Each fault of a field: its reason for programs, and its sentence for people. The sentence continues one that begins
 * with the field. A name in braces is one of the fault's values, from which clients build the sentence in another
 * language: `{maximum:character}` counts characters, and `{allowed:or}` is a list whose last part follows `or`. A reason
 * never changes its meaning, and its values keep their names.
 */
export const reasons = {
  // The form of a value.
  required: 'is required',
  unknown_field: 'is not a known field',
  not_allowed: 'must be one of: {allowed}',
  not_fixed_value: 'must be {expected}',
  too_small: 'must be at least {minimum}',
  too_large: 'must be at most {maximum}',
  wrong_type: 'must be {expected:or}',
  not_integer: 'must be a whole number (no quotes around it)',
  not_digits: 'must be a whole number (digits only)',
  not_whole: 'must be a whole number without an exponent, not {found}',
  not_minor_units: 'must be a whole number of minor units, digits only (such as 30000), not "{found}"',
  not_string: 'must be a string',
  not_boolean: 'must be true or false',
  not_array: 'must be an array',
  not_object: 'must be a JSON object',
  not_currency: 'must be an ISO 4217 code such as XOF',
  not_in_capitals: 'must be an ISO 4217 code: write {code} in capitals',
  not_id: 'must be an id that begins with {prefix:or}',
  wrong_pattern: 'must match {pattern}',
  wrong_format: 'must be a valid {format}',
  not_time: 'must be an RFC 3339 time such as 2026-01-31T09:30:00Z',
  not_time_in_query: 'must be an RFC 3339 time such as 2026-01-31T09:30:00Z. In a query, write + as %2B',
  not_date: 'must be a date such as 2026-01-31',
  not_url: 'must be a whole URL such as https://shop.example/hook',
  not_email: 'must be an e-mail address such as ama@shop.example',
  not_phone: 'must be a phone number in international format, such as +50937001234',
  not_phone_in_query: 'must be a phone number in international format. In a URL, write + as %2B',
  not_recipient: 'must be a wallet id (wal_…) or a phone number in international format (+…)',
  not_time_zone: 'must be a name of the IANA time zone database, such as Africa/Dakar',
  not_rule: 'must be a recurrence rule of RFC 5545 such as FREQ=MONTHLY;BYMONTHDAY=28',
  rule_part: 'has the part {part}, which is not supported here. Supported parts: {allowed}',
  rule_value: 'has {part}={found}, which is not supported here. Supported values: {expected}',
  rule_parts: 'has {part}, which cannot be combined with {other} in one rule',
  not_origin: 'must be an origin such as https://app.example, without a path. http is allowed only for localhost',
  empty: 'must not be empty',
  too_short: 'must have at least {minimum:character}',
  too_long: 'must have at most {maximum:character}',
  too_few_items: 'must have at least {minimum:item}',
  too_many_items: 'must have at most {maximum:item}',
  too_few_fields: 'must have at least {minimum:field}',
  too_many_fields: 'must have at most {maximum:field}',
  same_item_twice: 'must not contain the same item twice: items {first} and {second} are the same',
  no_allowed_form: 'does not match any of the allowed forms',
  not_valid: 'is not valid',
  empty_key: 'contains an empty key',
  key_with_character: 'has a key with {character}. Remove it',
  forbidden_character: 'must not contain {character}. Remove it',
  nothing_visible: 'must have at least one visible character',
  given_twice: 'is given more than once',
  broken_escape: 'contains a % that is not a valid UTF-8 escape. Write é as %C3%A9 and a percent sign as %25',

  // Fields that do not go together.
  belongs_in_body: 'belongs in the body if the body is JSON. Remove it from the query',
  no_fields_here: 'is not allowed: this route takes no fields',
  not_together: 'cannot be combined with {other}. Send only one of them',
  required_with: 'must come with the {other}',
  required_without: 'is required, unless {other} is given',
  not_a_run: 'must be the day of a coming run',
  not_before: 'must not be before {other}',
  not_in_order: 'must be before {other}, and in the past',
  not_in_future: 'must be in the future',
  at_least_other: 'must be at least {other}, {minimum}',
  headers_of_service: 'cannot contain {header}, which the service sets itself. Remove it',
  too_many_headers: 'can have at most {maximum} headers; there would be {found}',
  not_a_filter: 'does not filter {resource}. Filters: {allowed}, created_at',
  clock_too_far: 'would move this test clock more than a hundred years ahead',
  most_days: 'must be at most {maximum} days from {other}',

  // The caller, and the place.
  not_operator: 'is not an operator',
  not_mode: 'must be "test" or "live"',
  not_live_here: 'must be "test". This deployment is a sandbox',
  not_integration: 'must be the id of an integration (int_…)',
  other_than_credential: 'does not match the {credential}. Remove the header',
  mode_of_credential: 'does not match the {credential}, which is for {mode} mode. Remove the header',
  integration_required: 'is required. Send the id of the integration that you act on (int_…)',
  not_own_event: 'is not the id of one of your events. Without this header the stream begins now',
  cookie_only: 'must be "cookie"',
  easy_password: 'is one of the passwords that attackers guess first. Choose another, such as a few words',
  own_words_password:
    'contains little more than your phone, e-mail address, name or the name of this service. Choose another',
  short_password: 'must have at least {minimum:character} if there is no second factor',
  confirm_address_first: 'needs an e-mail address. Confirm one first with POST /auth/alert_address',
  no_phone_for_codes: 'must be "totp". This account has no phone',
  authenticator_shows_codes: 'is for an authenticator, which shows its codes itself. No code is sent',
  phone_of_other_country: 'must be a phone of one of these countries: {allowed}',
  reserved_word: 'cannot be "{found}", which is reserved. Choose another',
  only_with_freeze: 'is allowed only together with freeze: true',
  identity_in_reason: 'must not contain the document number or the date of birth: the reason is not stored encrypted',
  reason_to_unfreeze: 'is required to unfreeze a wallet that is frozen for fraud. A second operator then decides',
  no_letters: 'must contain letters',
  in_future: 'is in the future',
  too_long_ago: 'is more than {years} years ago',
  too_few_letters: 'must have at least {minimum} letters or digits',

  // Payments, payouts and rails.
  unusable_rail: 'is not a rail that you can use in this mode. GET /rails lists them',
  rail_direction: 'does not move money in this direction. GET /rails lists the rails that do',
  rail_country: 'is a number of {country}. The rail serves {allowed}',
  rail_currency: '"{rail}" does not take {currency} here. GET /rails?currency={currency} lists the rails',
  no_rail_for_phone: 'cannot be reached: no wallet here, and no connected provider serves this phone',
  no_wallet_or_rail: 'cannot reach this customer: they have no wallet in {currency} here, and no provider is connected',
  no_live_sandbox: 'must not be "sandbox", which moves no live money',
  wallet_as_recipient: 'must not be "wallet". Name a wallet as the recipient instead',
  rail_minimum: "is out of the rail's bounds. It takes from {minimum}, in the minor unit of {currency}",
  rail_maximum: "is out of the rail's bounds. It takes to {maximum}, in the minor unit of {currency}",
  rail_bounds: "is out of the rail's bounds. It takes from {minimum} to {maximum}, in the minor unit of {currency}",
  rail_steps: 'must be a multiple of {step}: the rail takes {currency} in steps of {text}',
  code_of_payer: 'is required by the rail {rail}: the payer gets the code from the provider',
  pays_itself: '{wallet} is the wallet that pays',
  rounded_by_spreadsheet:
    'is a number that a spreadsheet has rounded, so its last digits are lost. Format the column as text there and enter the phones again',
  leg_needs_amount: 'needs exactly one of amount and {other}',
  one_remainder: 'is the second remainder in {currency}. One credit of a currency can take it',
  needs_remainder: 'need a remainder in {currency}, because the amount of a sweep is not known before',
  not_balanced: 'must equal the debits in {currency}: the debits are {debits}, the credits {credits}',
  too_many_legs: 'and debits must be at most {maximum} together, not {found}',
  shares_exceed: 'must sum to at most {maximum}, not {found}',
  own_wallet: 'is your own wallet, which needs no acceptance',
  not_the_proposal: 'must be {proposal}, as the marketplace proposes now',
  not_a_share: 'is not the wallet of a share of this payment that was posted',
  reference_used_by: 'is already used by {other}',
  return_not_https: 'must begin with https://',
  url_with_password: 'must not contain a user name or password',
  not_return_url: 'must be a complete URL, such as https://shop.example/paid',
  reference_for_success: 'is required for a success',
  fee_not_covered: 'must cover the fee of {fee}',
  fee_takes_all: 'must be above the fee of {fee}, which the receiver bears',
  fee_in_tiers: 'is part of each tier. Leave it out, or leave out the tiers',
  first_tier: 'must be 1: the first tier begins at the lowest amount',
  tier_order: 'must be above {before}, where the tier before begins',
  tier_maximum: 'must not be below the minimum of the tier, {minimum}',
  tier_exceeds:
    'is tier {tier}, whose fee on {amount} would be {fee}, which is more. Begin it higher, or lower its fee',
  tier_exceeds_taxed:
    'is tier {tier}, whose fee and tax on {amount} could be {charge}, which is more. Begin it higher, or lower its fee',
  ends_alone: 'cannot be given with `remove`. Leave it out',
  ends_on_rail: 'is required with `remove`: only a rail has a fee of its own',

  // Opening balances.
  count_differs: 'is {expected}, but the file has {found} rows: a difference of {difference}',
  total_differs:
    'is {expected} {currency}, but the rows of the file sum to {found}: a difference of {difference}, in minor units',
  total_missing: 'has no total in {currency}, but the rows of the file sum to {found}',
  total_twice: 'has more than one total in {currency}',
  total_too_large: 'has a total in {currency} above {maximum}. Import the balances in several files',

  // Links and tills.
  fixed_by_hold: 'is fixed by the hold. Leave it out',
  same_decider: 'must be a wallet of another owner than the first decider',
  cannot_hold: 'cannot be manual on the rail {rail}: only wallet and sandbox can hold money',
  only_with_manual: 'is only for payments with capture: manual',
  only_open_amount: 'is only for a link without an amount. Leave one of them out',
  needs_amount: 'needs an amount: the price of one unit',
  quantity_times_amount: 'times the amount must not exceed {maximum}, the most of one payment',
  more_than_stock: 'must not exceed the stock, {stock}',
  branch_archived: 'is archived. Name another branch, or take this one out of the archive',
  not_link_of_till: 'must have an open amount and be for many uses. Create such a link for the till',

  // Files.
  file_empty: 'is empty. Send a {allowed:or}',
  file_too_large: 'has {bytes} bytes. The maximum is {maximum} ({text})',
  file_of_other_type: 'must be a {allowed:or}. The type of this content is {found}',
  file_of_other_claim: 'contains {found}, but Content-Type is {claimed}',
  image_damaged: 'is damaged, or has more than one still image',
  image_too_large: 'has {width} × {height} pixels. The maximum is {maximum} × {maximum}',
  csv_workbook: 'is a spreadsheet workbook (.xlsx, .ods or .xls), not CSV. Save it as "CSV UTF-8" and send that file',
  csv_not_utf8: 'is not valid UTF-8. Save the file as "CSV UTF-8"',
  csv_no_header: 'line {line}: the header is missing. It names the columns: {columns}',
  csv_unnamed_column: 'line {line}: column {column} has no name. The columns are: {columns}',
  csv_unknown_column: 'line {line}: "{column}" is not a column. The columns are: {columns}',
  csv_column_twice: 'line {line}: the column {column} is given more than once',
  csv_column_missing: 'line {line}: the column {column} is missing',
  csv_open_quote: 'line {line}: a cell begins with a quote that is never closed. Put a quote at its end',
  csv_stray_quote: 'line {line}: a cell contains a quote. Put the cell in quotes and write the quote inside it twice',
  csv_long_record:
    'line {line}: it is longer than {maximum} bytes. If a cell begins with a quote, put a quote at its end',
  csv_stray_value: 'has a value in column {column}, which has no name in the header',
  csv_other_width: 'has {found:cell}, but the header has {expected}',
  paid_before:
    'must be failed or canceled to be paid again, not {found}. Remove the line, or its recipient may be paid twice',
  other_currency: "is {found}, but the payout's currency is {currency}. Send the line in a payout in its own currency",
} as const;

export type Reason = keyof typeof reasons;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}:${string}` ? Bare : Name) | NamesIn<Rest>
  : never;
/** The values that a reason's sentence names: none, or one object. */
export type ValuesOf<R extends Reason> = [NamesIn<(typeof reasons)[R]>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<(typeof reasons)[R]>, Value>>];

/** The fault of a value, without the field that has it. */
export type Fault = { readonly reason: Reason; readonly values?: FaultValues };

export const fault = <R extends Reason>(reason: R, ...[values]: ValuesOf<R>): Fault =>
  values ? { reason, values } : { reason };

/** The sentence in English. */
export const sayFault = ({ reason, values = {} }: Fault): string =>
  reasons[reason].replace(/{(\w+)(?::(\w+))?}/g, (_, name: string, form?: string) => say(values[name]!, form));

function say(value: Value, form: string | undefined): string {
  if (typeof value !== 'object') return form ? `${value} ${form}${String(value) === '1' ? '' : 's'}` : String(value);
  return form === 'or' ? value.join(', ').replace(/, ([^,]*)$/, ' or $1') : value.join(', ');
}
