-- Basis points and a fixed part, in minor units. No row: no fee.
CREATE TABLE fees (
  merchant_id  text COLLATE "C" NOT NULL REFERENCES merchants,
  livemode     boolean NOT NULL,
  currency     text NOT NULL,
  basis_points int NOT NULL CHECK (basis_points BETWEEN 0 AND 10000),
  fixed        bigint NOT NULL CHECK (fixed >= 0),
  PRIMARY KEY (merchant_id, livemode, currency)
);

-- The row is the job: due_at is when a worker asks the rail next. A claim moves due_at on, and that is the lease.
CREATE TABLE payments (
  world             int NOT NULL REFERENCES worlds,
  id                text COLLATE "C" NOT NULL,
  amount            bigint NOT NULL CHECK (amount > 0),
  currency          text NOT NULL,
  customer          text NOT NULL,
  status            text NOT NULL CHECK (status IN ('pending', 'requires_action', 'processing', 'succeeded', 'failed')),
  next_action       jsonb,
  failure           jsonb,
  amount_refunded   bigint NOT NULL DEFAULT 0 CHECK (amount_refunded >= 0),
  amount_refunding  bigint NOT NULL DEFAULT 0 CHECK (amount_refunding >= 0),
  fee               bigint NOT NULL CHECK (fee BETWEEN 0 AND amount),
  wallet_id         text COLLATE "C" NOT NULL REFERENCES wallets,
  rail              text NOT NULL,
  rail_reference    text,
  reference         text COLLATE "C",
  description       text,
  metadata          jsonb NOT NULL DEFAULT '{}',
  request           jsonb NOT NULL DEFAULT '{}',
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  expires_at        timestamptz NOT NULL,
  succeeded_at      timestamptz,
  failed_at         timestamptz,
  version           int NOT NULL DEFAULT 1,
  due_at            timestamptz,
  asked             int NOT NULL DEFAULT 0,
  PRIMARY KEY (world, id),
  CONSTRAINT payments_refunds_within_amount CHECK (amount_refunded + amount_refunding <= amount),
  CONSTRAINT payments_final_states CHECK (
    (status = 'succeeded') = (succeeded_at IS NOT NULL) AND
    (status = 'failed') = (failed_at IS NOT NULL) AND
    (status = 'failed') = (failure IS NOT NULL) AND
    (due_at IS NULL OR status IN ('pending', 'requires_action', 'processing')))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX payments_reference ON payments (world, reference) WHERE reference IS NOT NULL;
CREATE INDEX payments_due ON payments (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payments_customer ON payments (world, customer, id);
-- Succeeded payments are dense, so the primary key finds a page of them; the others may be rare.
CREATE INDEX payments_rare_status ON payments (world, status, id) WHERE status <> 'succeeded';

CREATE TABLE refunds (
  world          int NOT NULL REFERENCES worlds,
  id             text COLLATE "C" NOT NULL,
  payment_id     text COLLATE "C" NOT NULL,
  amount         bigint NOT NULL CHECK (amount > 0),
  currency       text NOT NULL,
  status         text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  reason         text CHECK (reason IN ('requested_by_customer', 'duplicate', 'fraudulent')),
  failure        jsonb,
  wallet_id      text COLLATE "C" NOT NULL REFERENCES wallets,
  rail           text NOT NULL,
  rail_reference text,
  reference      text COLLATE "C",
  metadata       jsonb NOT NULL DEFAULT '{}',
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  succeeded_at   timestamptz,
  failed_at      timestamptz,
  version        int NOT NULL DEFAULT 1,
  due_at         timestamptz,
  asked          int NOT NULL DEFAULT 0,
  PRIMARY KEY (world, id),
  FOREIGN KEY (world, payment_id) REFERENCES payments,
  CONSTRAINT refunds_final_states CHECK (
    (status = 'succeeded') = (succeeded_at IS NOT NULL) AND
    (status = 'failed') = (failed_at IS NOT NULL) AND
    (status = 'failed') = (failure IS NOT NULL) AND
    (due_at IS NULL OR status = 'pending'))
);
CREATE UNIQUE INDEX refunds_reference ON refunds (world, reference) WHERE reference IS NOT NULL;
CREATE INDEX refunds_due ON refunds (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX refunds_payment ON refunds (world, payment_id, id);

-- What the pretended customer has answered, in the test world: the sandbox rail's own book, not the service's.
CREATE TABLE sandbox_answers (
  payment_id text COLLATE "C" PRIMARY KEY,
  answer     text NOT NULL CHECK (answer IN ('approved', 'declined', 'withdrawn'))
);
