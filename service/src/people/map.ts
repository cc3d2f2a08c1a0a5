/**
 * Where personal data is: every column of texts, JSON and bytes. A test compares this map with the database, so a new
 * column is classified before it can hold a person.
 */
export type TableMap = {
  /**
   * The columns that make a row the person's own. Undefined: any mention does. Empty: never; a mention is replaced, and
   * the rest of the row stays.
   */
  readonly owner?: readonly string[];
  /** An own row is deleted. */
  readonly removed?: true;
  /** Changed by a function of the database or a step of its own, because the service may not change it. */
  readonly special?: true;
  /** Holds rows of several people: an export has only the objects and lines about this one. */
  readonly mixed?: true;
  /** Ids, states and other values that describe nobody. */
  readonly keep: readonly string[];
  /** Hashes, sealed bytes and credentials: not exported. */
  readonly secret: readonly string[];
  /** Texts in which the person is replaced. */
  readonly text: readonly string[];
  /** JSON in which the person is replaced. */
  readonly json: readonly string[];
  /** Texts about the person: an own row loses them. */
  readonly erase: readonly string[];
  /** The same for columns that may not be empty. */
  readonly blank: readonly string[];
};

type Short = Partial<
  Record<'keep' | 'secret' | 'text' | 'json' | 'erase' | 'blank', string> & {
    owner: string;
    is: 'removed' | 'special' | 'mixed';
  }
>;

const words = (text = '') => text.split(' ').filter((word) => word !== '');

const table = ({ owner, is, keep, secret, text, json, erase, blank }: Short): TableMap => ({
  ...(owner === undefined ? {} : { owner: words(owner) }),
  ...(is === undefined ? {} : { [is]: true }),
  keep: words(keep),
  secret: words(secret),
  text: words(text),
  json: words(json),
  erase: words(erase),
  blank: words(blank),
});

/** In this order: deliveries are found by the events that were found before. */
export const personalTables: Readonly<Record<string, TableMap>> = {
  accounts: table({
    owner: 'id identifier',
    keep: 'id type two_factor language',
    secret: 'password totp_seed',
    text: 'identifier',
    erase: 'suspended_reason',
  }),
  users: table({ owner: 'id phone', keep: 'id kyc type merchant_id', text: 'phone', erase: 'name metadata' }),
  developers: table({ owner: 'id', keep: 'id', erase: 'name' }),
  operators: table({ owner: 'id', keep: 'id role', erase: 'name' }),
  wallets: table({
    owner: 'owner_id',
    keep: 'id owner_type owner_id currency frozen_reason',
    erase: 'label metadata',
  }),
  sessions: table({
    owner: 'account_id',
    is: 'removed',
    keep: 'id account_id user_agent address revoked_reason',
    secret: 'refresh_id spent_refresh_id spent_by',
  }),
  challenges: table({
    owner: 'account_id sent_to',
    is: 'removed',
    keep: 'id account_id sent_to purpose method',
    secret: 'code_hash data',
  }),
  recovery_codes: table({ owner: 'account_id', is: 'removed', keep: 'account_id', secret: 'hash' }),
  invitations: table({
    owner: 'email',
    is: 'removed',
    keep: 'id integration_id email role invited_by',
    secret: 'token_hash',
  }),
  registration_invitations: table({ owner: 'phone', is: 'removed', keep: 'phone' }),
  rail_memory: table({ owner: 'phone', is: 'removed', keep: 'phone direction rail' }),
  receipt_stops: table({ owner: 'recipient', is: 'removed', keep: 'recipient merchant_id' }),
  messages: table({
    owner: 'recipient about',
    is: 'removed',
    keep: 'id channel recipient kind about source status error',
    secret: 'sealed',
  }),
  payments: table({
    owner: 'customer',
    keep: 'id currency status wallet_id rail payer_wallet_id route checkout_session branch_id fee_rate fee_on_refund',
    secret: 'sealed_code',
    text: 'customer rail_reference reference rail_handle',
    json: 'failure request next_action split',
    erase: 'description metadata success_url cancel_url receipt_email',
  }),
  payers: table({ owner: 'phone', is: 'removed', keep: 'id phone' }),
  customer_notes: table({ owner: 'phone', is: 'removed', keep: 'id author', text: 'phone text' }),
  alert_addresses: table({ owner: 'account_id email', is: 'removed', keep: 'account_id', text: 'email' }),
  alerts: table({ owner: 'account_id', is: 'removed', keep: 'account_id minimums pending pending_id' }),
  refunds: table({
    owner: 'customer',
    keep: 'id payment_id currency status reason wallet_id rail traceparent split',
    text: 'customer rail_reference reference rail_handle',
    json: 'failure',
    erase: 'metadata',
  }),
  payout_items: table({
    owner: 'recipient',
    keep: 'payout_id id status wallet_id rail name_match provider_reference',
    text: 'recipient rail_reference reference rail_handle',
    json: 'failure',
    erase: 'description name',
  }),
  payouts: table({
    owner: '',
    keep: 'id status wallet_id currency cursor approval requested_by decided_by rail names_cursor',
    text: 'reference rejection_reason',
    json: 'metadata request',
  }),
  transfers: table({
    owner: 'from_wallet to_wallet',
    keep: 'id from_wallet to_wallet currency',
    text: 'reference',
    erase: 'description metadata',
  }),
  wallet_holds: table({
    owner: 'wallet_id to_wallet captures escrow',
    keep: 'id status wallet_id to_wallet currency captures escrow',
    text: 'reference',
    json: 'request',
    erase: 'description metadata',
  }),
  hold_deciders: table({ owner: 'owner_id', keep: 'owner_id hold_id' }),
  split_partners: table({
    owner: 'owner_id',
    keep: 'id wallet_id owner_type owner_id status reserve proposed_reserve',
  }),
  reserve_days: table({ owner: '', keep: 'partner_id' }),
  split_entries: table({ owner: 'wallet_id', keep: 'id wallet_id payment_id' }),
  opening_balances: table({ owner: '', keep: 'approval_id wallet_id currency reference' }),
  movements: table({
    owner: 'owner_id legs',
    keep: 'id owner_id legs reverses',
    text: 'reference',
    erase: 'description metadata',
  }),
  bulks: table({ owner: '', keep: 'id kind mode amounts', json: 'metadata request' }),
  bulk_results: table({ owner: '', keep: 'bulk_id', text: 'results' }),
  checkout_sessions: table({
    owner: 'customer payment_id id',
    keep: 'id status currency locale link_id payment_id branch_id capture fee_bearer',
    secret: 'token url',
    text: 'customer reference title',
    json: 'rails request',
    erase: 'description success_url cancel_url metadata fields',
  }),
  payment_links: table({
    owner: '',
    keep: 'id currency use locale branch_id fee_bearer',
    secret: 'code',
    text: 'title description success_url',
    json: 'ask rails metadata',
  }),
  cases: table({
    owner: 'record id',
    keep: 'id kind rail record currency status assigned_to closed_by',
    json: 'facts',
    blank: 'resolution',
  }),
  case_comments: table({ owner: 'case_id', keep: 'case_id author', blank: 'text' }),
  parked_settlements: table({
    owner: 'record_id',
    keep: 'id kind record_id currency wallet_id suspense_wallet',
    text: 'reason',
  }),
  rail_incoming: table({
    owner: 'payer id',
    keep: 'id rail receipt currency status callback',
    text: 'payer',
    erase: 'account_text',
  }),
  rail_callbacks: table({
    keep: 'id rail method source record outcome result',
    secret: 'digest',
    text: 'handle',
    json: 'headers',
    erase: 'query',
    blank: 'body',
  }),
  rail_entries: table({
    owner: 'phone source',
    keep: 'rail source kind handle receipt match result rule led_by',
    text: 'phone',
  }),
  statement_lines: table({
    owner: 'phone record',
    keep: 'id rail key file operation record kind state match result rule led_by',
    text: 'phone reference',
  }),
  open_items: table({ owner: '', keep: 'rail side item result case_id kind', text: 'reference' }),
  statement_files: table({
    owner: '',
    is: 'mixed',
    keep: 'id rail source layout status created_by part_of',
    secret: 'sha256',
    text: 'name',
    json: 'problems warnings',
  }),
  events: table({ keep: 'id type traceparent', json: 'payload' }),
  deliveries: table({ owner: 'event_id', keep: 'id endpoint_id event_id event_type status', json: 'attempts' }),
  idempotency_keys: table({ is: 'mixed', text: 'key', secret: 'fingerprint', json: 'body' }),
  request_log: table({
    is: 'special',
    keep: 'id method error_code key_id person_id address',
    text: 'path idempotency_key',
    json: 'request_body response_body',
  }),
  exports: table({
    owner: '',
    keep: 'id resource format status schedule_id requested_by cursor',
    json: 'filters failure request progress',
  }),
  export_schedules: table({
    owner: '',
    keep: 'id resource format interval time_zone requested_by',
    json: 'filters',
  }),
  payout_beneficiaries: table({
    owner: 'recipient',
    is: 'removed',
    keep: 'id currency groups name_match',
    text: 'recipient name reference',
  }),
  payout_schedules: table({
    owner: '',
    keep:
      'id status kind wallet_id currency rail fee_bearer interval rule local_time time_zone ' +
      'requested_by approved_by',
    text: 'name',
    json: 'items last_run',
  }),
  kyc_submissions: table({
    owner: 'user_id',
    keep: 'id user_id status document_type documents decided_by',
    secret: 'identity',
    blank: 'reason',
  }),
  kyc_documents: table({ owner: 'user_id', keep: 'id user_id content_type', secret: 'sha256' }),
  memberships: table({ owner: 'developer_id', keep: 'integration_id developer_id role' }),
  payout_days: table({ owner: 'account_id', keep: 'account_id currency' }),
  api_keys: table({ owner: '', keep: 'id last4 scopes created_by', secret: 'hash', text: 'label' }),
  branches: table({ owner: '', keep: 'id', text: 'name' }),
  merchants: table({ owner: '', keep: 'id receipts time_zone fee_bearer', text: 'name' }),
  integrations: table({ owner: '', keep: 'id merchant_id slug origins', text: 'name' }),
  webhook_endpoints: table({
    owner: '',
    keep: 'id events status disabled_reason header_names',
    secret: 'secret old_secret headers',
    text: 'url description',
    json: 'metadata',
  }),
  tenant_throttles: table({ owner: '', keep: 'throttled_by', text: 'reason' }),
  approvals: table({
    is: 'special',
    keep: 'id kind reference requested_by status decided_by',
    text: 'reason rejection_reason',
    json: 'payload',
  }),
  audit_log: table({
    is: 'special',
    keep: 'actor_type actor_id action request_id',
    secret: 'previous hash',
    text: 'target reason address',
    json: 'before after',
  }),
};

/** Tables that hold no person, and why. */
export const otherTables: Readonly<Record<string, string>> = {
  alert_cursors: 'positions in the events',
  audit_erasures: 'digests of rows without their person',
  data_keys: 'keys',
  data_key_seals: 'keys',
  document_reseals: 'progress',
  audit_walk: 'positions in the audit log',
  balances: 'amounts of wallets',
  checkout_attempts: 'ids',
  checkout_unexpected: 'ids and amounts',
  clock_advances: 'the progress of a test clock',
  close_items: 'ids and amounts',
  close_reopened: 'ids',
  closes: 'sums of a day',
  database_losses: 'marks of the database',
  database_marks: 'marks of the database',
  document_keys: 'keys',
  endpoint_hours: 'counts of attempts',
  export_parts: 'ids; the files are deleted',
  fees: 'rates of merchants',
  holds: 'amounts of wallets',
  known_networks: 'keyed digests, deleted after a while',
  ledger_checks: 'results of checks',
  ledger_accounts: 'account codes of a merchant',
  limits: 'limits of tiers',
  matching_rules: 'rules of rails',
  merchant_logos: 'images of companies',
  migrations: 'names of migrations',
  old_spellings: 'references of merchants',
  person_erasures:
    'keyed digests; the subject is sealed until the end, and what the law keeps under a key of the person',
  person_export_parts: 'ids; the files are deleted',
  person_keys: 'sealed keys',
  person_requests: 'the subject is sealed, and deleted at the end',
  postings: 'wallets and amounts',
  rail_calls: 'counters of rails',
  rail_floats: 'balances at providers',
  rail_payout_days: 'sums of rails',
  rails: 'connections to providers',
  receipt_cursors: 'positions in the events',
  receipts: 'ids and sealed tokens; the page shows the record',
  reconciled_rails: 'settings of rails',
  replays: 'ids',
  safeguarding_days: 'sums of a day',
  safeguarding_seals: 'hashes',
  sales: 'ids',
  sandbox_answers: 'ids',
  seal_tombstones: 'hashes',
  seal_witness: 'the state of the witness',
  seals: 'hashes',
  shifts: 'ids',
  signed_documents: 'ids and sums of a day, signed',
  signing_keys: 'keys',
  statement_chunks: 'ids; the files have a step of their own',
  statement_layouts: 'columns of files',
  statement_updates: 'ids and amounts',
  statements: "a company's own bank accounts",
  tenant_load: 'counters',
  test_deletions: 'ids',
  throttles: 'keyed digests, deleted after a while',
  world_usage: 'counters',
  world_writes: 'positions in the log',
  worlds: 'ids',
};
