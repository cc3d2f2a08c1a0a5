-- People: who logs in, with what, and from where.

-- One row for each person and kind of account: a phone may have a customer's and a merchant's, in each mode.
CREATE TABLE accounts (
  id             text COLLATE "C" PRIMARY KEY,
  type           text NOT NULL CHECK (type IN ('customer', 'merchant', 'developer', 'operator')),
  -- Developers and operators belong to no mode.
  livemode       boolean CHECK ((livemode IS NULL) = (type IN ('developer', 'operator'))),
  -- E.164 phone of a customer or merchant, lower-case e-mail address of a developer or operator.
  identifier     text NOT NULL,
  -- Argon2id as a PHC string. None yet: the account cannot log in.
  password       text,
  -- Staff may do without a second factor only with 15 characters or more.
  password_long  boolean NOT NULL DEFAULT false,
  two_factor     text NOT NULL DEFAULT 'none' CHECK (two_factor IN ('none', 'sms', 'totp')),
  -- AES-256-GCM under the service's key.
  totp_seed      bytea,
  -- The 30-second step of the last code that was taken: a code counts once.
  totp_step      bigint NOT NULL DEFAULT 0,
  -- Wrong codes in a row, across challenges; 20 block codes for a day.
  code_failures  int NOT NULL DEFAULT 0,
  code_failed_at timestamptz,
  language       text NOT NULL DEFAULT 'en',
  suspended_at   timestamptz,
  suspended_reason text,
  created_at     timestamptz NOT NULL DEFAULT now(),
  CHECK (two_factor <> 'totp' OR totp_seed IS NOT NULL)
);
CREATE UNIQUE INDEX accounts_identifier ON accounts (type, identifier, livemode) NULLS NOT DISTINCT;

-- HMACs; each works once, in the place of a totp code.
CREATE TABLE recovery_codes (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  hash       bytea NOT NULL,
  used_at    timestamptz,
  PRIMARY KEY (account_id, hash)
);

-- Guessing is slowed in the database, for identifiers that nobody has too. subject: HMAC of what is guessed.
CREATE TABLE throttles (
  subject    bytea PRIMARY KEY,
  failures   int NOT NULL,
  retry_at   timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX throttles_updated_at ON throttles (updated_at);

-- A one-time code that was sent, or that an authenticator shows. account_id is null where nobody is behind it: who asks
-- for a phone that is not known gets a challenge all the same.
CREATE TABLE challenges (
  id         text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" REFERENCES accounts,
  -- E.164 or e-mail address that the code went to; the account's own, or that of someone who registers.
  sent_to    text,
  livemode   boolean,
  purpose    text NOT NULL CHECK (purpose IN ('login', 'register', 'enable', 'disable', 'reset', 'approve')),
  method     text NOT NULL CHECK (method IN ('sms', 'totp', 'email')),
  -- HMAC of the challenge and its code; none for totp.
  code_hash  bytea,
  -- What the purpose needs: a registration's name and password hash, the payment that is approved.
  data       jsonb NOT NULL DEFAULT '{}',
  attempts   int NOT NULL DEFAULT 0 CHECK (attempts <= 5),
  resends    int NOT NULL DEFAULT 0 CHECK (resends <= 3),
  sent_at    timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  -- A newer challenge of the same account and purpose ends this one.
  ended_at   timestamptz
);
CREATE INDEX challenges_open ON challenges (account_id, purpose) WHERE used_at IS NULL AND ended_at IS NULL;
CREATE INDEX challenges_sent_to ON challenges (sent_to, purpose) WHERE used_at IS NULL AND ended_at IS NULL;
CREATE INDEX challenges_expires_at ON challenges (expires_at);

-- A login and what it was renewed to: one family of refresh tokens, of which the newest alone is good.
CREATE TABLE sessions (
  id             text COLLATE "C" PRIMARY KEY,
  account_id     text COLLATE "C" NOT NULL REFERENCES accounts,
  -- The jti of the refresh token that is good.
  refresh_id     text NOT NULL,
  user_agent     text,
  address        text,
  created_at     timestamptz NOT NULL DEFAULT now(),
  last_used_at   timestamptz NOT NULL DEFAULT now(),
  expires_at     timestamptz NOT NULL,
  revoked_at     timestamptz,
  revoked_reason text
);
CREATE INDEX sessions_account ON sessions (account_id, id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

-- Ed25519 keys that tokens are signed with. One signs from signs_from on, when every node and every reader of the JWKS
-- has had time to learn of it; it verifies until its tokens have run out.
CREATE TABLE signing_keys (
  kid        text PRIMARY KEY,
  public_jwk jsonb NOT NULL,
  -- PKCS #8, AES-256-GCM under the service's key.
  private_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  signs_from timestamptz NOT NULL,
  retired_at timestamptz
);

-- Merchants' people are users too, of the other type.
ALTER TABLE users
  ADD COLUMN type text NOT NULL DEFAULT 'customer' CHECK (type IN ('customer', 'merchant')),
  ADD COLUMN merchant_id text COLLATE "C" REFERENCES merchants,
  ADD CHECK ((type = 'merchant') = (merchant_id IS NOT NULL)),
  DROP CONSTRAINT users_livemode_phone_key;
CREATE UNIQUE INDEX users_phone ON users (livemode, phone, type);

CREATE TABLE developers (
  id         text COLLATE "C" PRIMARY KEY REFERENCES accounts,
  name       text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1
);

CREATE TABLE memberships (
  integration_id text COLLATE "C" NOT NULL REFERENCES integrations,
  developer_id   text COLLATE "C" NOT NULL REFERENCES developers,
  role           text NOT NULL CHECK (role IN ('owner', 'developer', 'viewer')),
  created_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (integration_id, developer_id)
);
CREATE INDEX memberships_developer ON memberships (developer_id, integration_id);

CREATE TABLE operators (
  id         text COLLATE "C" PRIMARY KEY REFERENCES accounts,
  name       text,
  role       text NOT NULL CHECK (role IN ('support', 'compliance', 'finance', 'admin')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1
);

-- A person's own world: their idempotency keys, references and transfers, apart from everybody else's as an
-- integration's are. For developers and operators its mode says nothing.
ALTER TABLE worlds
  ALTER COLUMN integration_id DROP NOT NULL,
  ADD COLUMN account_id text COLLATE "C" UNIQUE REFERENCES accounts,
  ADD CHECK (num_nonnulls(integration_id, account_id) = 1);

-- Approved by an operator: its people may log in to the live world.
ALTER TABLE merchants ADD COLUMN live_approved_at timestamptz;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON accounts, recovery_codes, throttles, challenges, sessions, signing_keys,
      developers, memberships, operators TO rialto_service;
  END IF;
END $$;
