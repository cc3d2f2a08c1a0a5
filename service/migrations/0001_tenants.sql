-- Who uses the service, and in which world.

CREATE TABLE merchants (
  id         text COLLATE "C" PRIMARY KEY,
  name       text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE integrations (
  id          text COLLATE "C" PRIMARY KEY,
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchants,
  name        text NOT NULL UNIQUE,
  created_at  timestamptz NOT NULL DEFAULT now()
);

-- A world is one integration in one mode. Every tenant row names its world, so test and live cannot meet: a foreign key
-- or a unique index that contains the world contains integration and mode, in four bytes.
CREATE TABLE worlds (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  integration_id text COLLATE "C" NOT NULL REFERENCES integrations,
  livemode       boolean NOT NULL,
  -- How far POST /test/clock/advance has moved the deadlines of this world.
  clock_offset_s bigint NOT NULL DEFAULT 0,
  UNIQUE (integration_id, livemode),
  CHECK (clock_offset_s = 0 OR NOT livemode)
);

-- The key itself is never stored: HMAC-SHA-256 under the pepper, and the last four characters for a person to recognise it.
CREATE TABLE api_keys (
  id         text COLLATE "C" PRIMARY KEY,
  world      int NOT NULL REFERENCES worlds,
  hash       bytea NOT NULL UNIQUE,
  last4      text NOT NULL,
  scopes     text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Set when the key is rolled: the old one lives until then.
  expires_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_keys_world ON api_keys (world, id);

-- Customers: a phone is the account, one for each mode.
CREATE TABLE users (
  id         text COLLATE "C" PRIMARY KEY,
  livemode   boolean NOT NULL,
  phone      text NOT NULL,
  name       text,
  kyc        text NOT NULL DEFAULT 'none' CHECK (kyc IN ('none', 'pending', 'verified', 'rejected')),
  metadata   jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  UNIQUE (livemode, phone)
);

-- The answer to a request that carried an Idempotency-Key, written in the transaction of what the request did.
CREATE TABLE idempotency_keys (
  world       int NOT NULL REFERENCES worlds,
  key         text COLLATE "C" NOT NULL,
  fingerprint bytea NOT NULL,
  status      smallint NOT NULL,
  body        text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (world, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys USING brin (created_at);
